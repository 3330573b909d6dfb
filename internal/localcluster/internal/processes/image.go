//go:build linux

package processes

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
)

// Image is what takes the place of a container image.
type Image struct {
	// Name is the image's, without tag and digest: any version of it is this.
	Name string `json:"name"`
	// Entrypoint, Cmd, Env and Dir are those of the image. A variable PATH comes before the usual folders.
	Entrypoint []string `json:"entrypoint,omitempty"`
	Cmd        []string `json:"cmd,omitempty"`
	Env        []string `json:"env,omitempty"`
	Dir        string   `json:"dir,omitempty"`
	// Files are programs of this machine by their paths in the image.
	Files map[string]string `json:"files,omitempty"`
}

// Images are those that the machine has.
type Images []Image

// ReadImages reads them from a file of JSON.
func ReadImages(file string) (Images, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("images: %w", err)
	}
	var images Images
	if err := json.Unmarshal(text, &images); err != nil {
		return nil, fmt.Errorf("images in %s: %w", file, err)
	}
	return images, nil
}

// find returns the image of a reference.
func (i Images) find(reference string) (Image, error) {
	repository, _, _ := strings.Cut(strings.TrimPrefix(reference, "docker.io/"), "@")
	if colon := strings.LastIndex(repository, ":"); colon > strings.LastIndex(repository, "/") {
		repository = repository[:colon]
	}
	for _, image := range i {
		if image.Name == repository || image.Name == reference {
			return image, nil
		}
	}
	return Image{}, status.Errorf(codes.NotFound, "no program of this machine takes the place of image %s", reference)
}

func (i Image) status() *runtimeapi.Image {
	return &runtimeapi.Image{Id: i.Name, RepoTags: []string{i.Name + ":latest"}, Size: 1, Spec: &runtimeapi.ImageSpec{Image: i.Name}}
}

// ImageService implements the kubelet's interface of images.
type ImageService struct{ Images }

// ListImages implements the kubelet's interface.
func (s ImageService) ListImages(context.Context, *runtimeapi.ImageFilter) ([]*runtimeapi.Image, error) {
	var all []*runtimeapi.Image
	for _, image := range s.Images {
		all = append(all, image.status())
	}
	return all, nil
}

// ImageStatus implements the kubelet's interface.
func (s ImageService) ImageStatus(_ context.Context, spec *runtimeapi.ImageSpec, _ bool) (*runtimeapi.ImageStatusResponse, error) {
	image, err := s.find(spec.GetImage())
	if err != nil {
		return &runtimeapi.ImageStatusResponse{}, nil //nolint:nilerr // an image that is not there has no status
	}
	return &runtimeapi.ImageStatusResponse{Image: image.status()}, nil
}

// PullImage implements the kubelet's interface.
func (s ImageService) PullImage(_ context.Context, spec *runtimeapi.ImageSpec, _ *runtimeapi.AuthConfig, _ *runtimeapi.PodSandboxConfig) (string, error) {
	image, err := s.find(spec.GetImage())
	return image.Name, err
}

// RemoveImage implements the kubelet's interface: programs stay.
func (s ImageService) RemoveImage(context.Context, *runtimeapi.ImageSpec) error { return nil }

// ImageFsInfo implements the kubelet's interface.
func (s ImageService) ImageFsInfo(context.Context) (*runtimeapi.ImageFsInfoResponse, error) {
	return &runtimeapi.ImageFsInfoResponse{}, nil
}

// Close implements the kubelet's interface.
func (s ImageService) Close(context.Context) error { return nil }
