package gen

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"

	csharpgen "github.com/pulumi/pulumi-dotnet/pulumi-language-dotnet/v3/codegen"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// csharp writes the SDK for .NET. Its generator downloads the logo of the package, which has none: it is given a plain
// picture from this process, so that nothing else is asked.
func csharp(p *schema.Package) (map[string][]byte, error) {
	icon := image.NewUniform(color.RGBA{R: 0x32, G: 0x6c, B: 0xe5, A: 0xff})
	picture := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for i := range 64 * 64 {
		picture.Set(i%64, i/64, icon.C)
	}
	var logo bytes.Buffer
	if err := png.Encode(&logo, picture); err != nil {
		return nil, err
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(logo.Bytes()) }))
	defer s.Close()
	p.LogoURL = s.URL
	return csharpgen.GeneratePackage(tool, p, nil, nil)
}
