package render

import "maps"

// Images are the container images that a renderer fills in where nobody names one. A
// resource keeps those that it was first rendered with, so that a newer provider, which
// knows newer images, does not restart a model that runs.
type Images struct {
	pinned, used map[string]string
}

// PinImages returns images of which the given ones, by role, are kept.
func PinImages(pinned map[string]string) *Images {
	return &Images{pinned: pinned, used: map[string]string{}}
}

// Use returns the image for a role, such as "model-loader": the pinned one, else the
// newest that this version of the provider knows. A nil receiver pins nothing.
func (i *Images) Use(role, newest string) string {
	if i == nil {
		return newest
	}
	image, ok := i.pinned[role]
	if !ok {
		image = newest
	}
	i.used[role] = image
	return image
}

// Used returns the images by role that were asked for.
func (i *Images) Used() map[string]string {
	if i == nil {
		return nil
	}
	return maps.Clone(i.used)
}
