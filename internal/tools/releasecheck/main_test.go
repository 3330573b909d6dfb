package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// platform is the one that runs the test, whose program is asked.
var platform = runtime.GOOS + "_" + runtime.GOARCH

// member is one file of an archive.
type member struct {
	name, content string
	mode          os.FileMode
}

// TestCheck has a release that is whole, and one for everything that a registry refuses.
func TestCheck(t *testing.T) {
	const version, manifest = "1.2.3", `{"version": 1, "metadata": {"protocol_versions": ["6.0"]}}`
	program := member{name + "_v" + version, "#!/bin/sh\necho 1.2.3\n", 0o755}
	licence := member{"LICENSE", "text", 0o644}
	cases := map[string]struct {
		reason   string
		members  []member
		manifest string
		edit     func(dist map[string]string)
		targets  []string
		want     string
	}{
		"whole":            {"as goreleaser makes it", []member{licence, program}, manifest, nil, nil, ""},
		"variant":          {"the registry knows arm, not arm_6", []member{licence, program}, manifest, nil, []string{platform + "_6"}, ""},
		"no program":       {"Terraform looks for it", []member{licence}, manifest, nil, nil, "has [LICENSE], want"},
		"other name":       {"Terraform looks for this name", []member{licence, {"provider", "1.2.3", 0o755}}, manifest, nil, nil, "has [LICENSE provider], want"},
		"not stamped":      {"users report it", []member{licence, {program.name, "dev", 0o755}}, manifest, nil, nil, "does not have the version 1.2.3"},
		"says another":     {"users report it", []member{licence, {program.name, "#!/bin/sh\necho 1.2.4 and not 1.2.3\n", 0o755}}, manifest, nil, nil, "-version says"},
		"cannot be run":    {"Terraform starts it", []member{licence, {program.name, "1.2.3", 0o644}}, manifest, nil, nil, "cannot be run"},
		"protocol":         {"Terraform refuses the wrong one", []member{licence, program}, `{"version": 1, "metadata": {"protocol_versions": ["5.0"]}}`, nil, nil, "must be of version 1 for the protocol 6.0"},
		"archive missing":  {"the platform has no provider", []member{licence, program}, manifest, nil, []string{platform, "plan9_arm64"}, "plan9_arm64.zip"},
		"archive too many": {"the check would not look at it", []member{licence, program}, manifest, nil, []string{}, "is no archive of a platform that was asked for"},
		"checksum": {"Terraform refuses the archive", []member{licence, program}, manifest, func(dist map[string]string) {
			dist[name+"_1.2.3_SHA256SUMS"] = strings.ReplaceAll(dist[name+"_1.2.3_SHA256SUMS"], "  "+name+"_1.2.3_"+platform, "0  "+name+"_1.2.3_"+platform)
		}, nil, "and SHA256SUMS has"},
		"manifest not summed": {"the registry refuses the release", []member{licence, program}, manifest, func(dist map[string]string) {
			dist[name+"_1.2.3_SHA256SUMS"] = strings.ReplaceAll(dist[name+"_1.2.3_SHA256SUMS"], "_manifest.json", "_other.json")
		}, nil, "SHA256SUMS does not have " + name + "_1.2.3_manifest.json"},
		"materials missing": {"nobody could tell whether a vulnerability concerns the release", []member{licence, program}, manifest, func(dist map[string]string) {
			delete(dist, name+"_1.2.3_"+platform+".zip.sbom.json")
		}, nil, platform + ".zip.sbom.json"},
		"materials not summed": {"nobody could tell whose they are", []member{licence, program}, manifest, func(dist map[string]string) {
			dist[name+"_1.2.3_SHA256SUMS"] = strings.ReplaceAll(dist[name+"_1.2.3_SHA256SUMS"], ".sbom.json", ".json")
		}, nil, ".sbom.json has the checksum"},
		"materials of nothing": {"the program was not looked into", []member{licence, program}, manifest, func(dist map[string]string) {
			file := name + "_1.2.3_" + platform + ".zip.sbom.json"
			empty := `{"packages": [{"name": "stdlib", "versionInfo": "go1.26.0"}]}`
			dist[name+"_1.2.3_SHA256SUMS"] = strings.ReplaceAll(dist[name+"_1.2.3_SHA256SUMS"], sum(dist[file]), sum(empty))
			dist[file] = empty
		}, nil, "has 1 packages, and no github.com/hashicorp/terraform-plugin-framework with its version"},
		"version with v": {"the registry's names have none", []member{licence, program}, manifest, func(dist map[string]string) {
			dist["metadata.json"] = `{"version": "v1.2.3"}`
		}, nil, "must be one without a v"},
	}
	for title, tc := range cases {
		t.Run(title, func(t *testing.T) {
			t.Chdir(t.TempDir())
			archive := zipped(t, tc.members)
			file := name + "_1.2.3_" + platform + ".zip"
			dist := map[string]string{
				"metadata.json": `{"version": "1.2.3"}`, file: archive, file + ".sbom.json": materials,
				name + "_1.2.3_SHA256SUMS": fmt.Sprintf("%s  %s\n%s  %s.sbom.json\n%s  %s_1.2.3_manifest.json\n", sum(archive), file, sum(materials), file, sum(tc.manifest), name),
			}
			if tc.edit != nil {
				tc.edit(dist)
			}
			for file, content := range dist {
				put(t, filepath.Join("dist", file), content)
			}
			put(t, "terraform-registry-manifest.json", tc.manifest)
			if tc.targets == nil {
				tc.targets = []string{platform}
			}
			err := check("dist", tc.targets)
			if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
				t.Errorf("%s: want %q, got %v", tc.reason, tc.want, err)
			}
		})
	}
}

// materials are a bill of materials as syft writes it.
const materials = `{"spdxVersion": "SPDX-2.3", "packages": [
	{"name": "stdlib", "versionInfo": "go1.26.0"},
	{"name": "github.com/hashicorp/terraform-plugin-framework", "versionInfo": "v1.17.0"},
	{"name": "k8s.io/client-go", "versionInfo": "v0.36.3"}]}`

func sum(content string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(content))) }

func zipped(t *testing.T, members []member) string {
	t.Helper()
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, m := range members {
		header := &zip.FileHeader{Name: m.name}
		header.SetMode(m.mode)
		w, err := archive.CreateHeader(header)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(m.content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func put(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
