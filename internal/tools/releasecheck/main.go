// Command releasecheck checks that a folder of goreleaser has what the Terraform registry
// takes: archives by name, their programs with the version inside, checksums of every file
// and the manifest; and of every archive the list of what it is made of. `make release-check` runs it on a snapshot, the workflow on a release.
package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

const name = "terraform-provider-inference"

func main() {
	root := flag.String("root", ".", "the repository")
	dist := flag.String("dist", ".build/dist", "the folder that goreleaser wrote, relative to the repository")
	targets := flag.String("targets", "", "the targets that must be there, such as \"linux_amd64 windows_386\"")
	flag.Parse()
	err := os.Chdir(*root)
	if err == nil {
		err = check(*dist, strings.Fields(*targets))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "releasecheck:", err)
		os.Exit(1)
	}
}

// check returns everything that is wrong with a folder.
func check(dist string, targets []string) error {
	var metadata struct{ Version string }
	if err := readJSON(filepath.Join(dist, "metadata.json"), &metadata); err != nil {
		return err
	}
	if metadata.Version == "" || strings.HasPrefix(metadata.Version, "v") {
		return fmt.Errorf("metadata.json says version %q, which must be one without a v", metadata.Version)
	}
	base := name + "_" + metadata.Version
	sums, err := readSums(filepath.Join(dist, base+"_SHA256SUMS"))
	if err != nil {
		return err
	}
	problems := []error{checkManifest(filepath.Join(dist, base+"_manifest.json"), sums)}
	for _, target := range targets {
		platform := platformOf(target)
		file := base + "_" + platform + ".zip"
		problems = append(problems, checkSum(filepath.Join(dist, file), sums))
		problems = append(problems, checkArchive(filepath.Join(dist, file), metadata.Version, platform))
		problems = append(problems, checkSum(filepath.Join(dist, file+".sbom.json"), sums))
		problems = append(problems, checkMaterials(filepath.Join(dist, file+".sbom.json")))
		delete(sums, file)
	}
	for file := range sums {
		if strings.HasSuffix(file, ".zip") {
			problems = append(problems, fmt.Errorf("%s is no archive of a platform that was asked for", file))
		}
	}
	return errors.Join(problems...)
}

// platformOf is what the registry calls a target of goreleaser: linux_arm_6, with the variant of the processor, is linux_arm.
func platformOf(target string) string {
	system, processor, _ := strings.Cut(target, "_")
	processor, _, _ = strings.Cut(processor, "_")
	return system + "_" + processor
}

func readJSON(file string, into any) error {
	raw, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// readSums reads a file of sha256sum, by the name of the file.
func readSums(file string) (map[string]string, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	for lines := bufio.NewScanner(bytes.NewReader(raw)); lines.Scan(); {
		sum, of, ok := strings.Cut(lines.Text(), "  ")
		if !ok {
			return nil, fmt.Errorf("%s: %q is no line of sha256sum", file, lines.Text())
		}
		sums[of] = sum
	}
	return sums, nil
}

func checkSum(file string, sums map[string]string) error {
	raw, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if got, want := fmt.Sprintf("%x", sha256.Sum256(raw)), sums[filepath.Base(file)]; got != want {
		return fmt.Errorf("%s has the checksum %s, and SHA256SUMS has %q", file, got, want)
	}
	return nil
}

// checkManifest checks the registry's manifest. goreleaser uploads it under the name in SHA256SUMS and leaves the file where it is.
func checkManifest(file string, sums map[string]string) error {
	if sums[filepath.Base(file)] == "" {
		return fmt.Errorf("SHA256SUMS does not have %s", filepath.Base(file))
	}
	const source = "terraform-registry-manifest.json"
	raw, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	if got, want := fmt.Sprintf("%x", sha256.Sum256(raw)), sums[filepath.Base(file)]; got != want {
		return fmt.Errorf("%s has the checksum %s, and SHA256SUMS has %q", source, got, want)
	}
	var manifest struct {
		Version  int
		Metadata struct {
			ProtocolVersions []string `json:"protocol_versions"`
		}
	}
	if err := readJSON(source, &manifest); err != nil {
		return err
	}
	if manifest.Version != 1 || !slices.Equal(manifest.Metadata.ProtocolVersions, []string{"6.0"}) {
		return fmt.Errorf("%s is %+v, and must be of version 1 for the protocol 6.0", source, manifest)
	}
	return nil
}

// checkArchive finds the program and the licence in an archive, and the version in the program.
func checkArchive(file, version, platform string) error {
	archive, err := zip.OpenReader(file)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	defer func() { _ = archive.Close() }()
	program := name + "_v" + version
	if strings.HasPrefix(platform, "windows_") {
		program += ".exe"
	}
	var names []string
	for _, f := range archive.File {
		names = append(names, f.Name)
	}
	if want := []string{"LICENSE", program}; !slices.Equal(slices.Sorted(slices.Values(names)), want) {
		return fmt.Errorf("%s has %v, want %v", file, names, want)
	}
	opened, err := archive.Open(program)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	defer func() { _ = opened.Close() }()
	content, err := io.ReadAll(opened)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if !bytes.Contains(content, []byte(version)) {
		return fmt.Errorf("%s: the program does not have the version %s in it", file, version)
	}
	for _, f := range archive.File {
		if f.Name == program && f.Mode()&0o111 == 0 {
			return fmt.Errorf("%s: the program has mode %s and cannot be run", file, f.Mode())
		}
	}
	if platform != runtime.GOOS+"_"+runtime.GOARCH {
		return nil
	}
	return checkSaid(content, version)
}

// checkMaterials finds in a bill of materials (SPDX) what every build of the provider is made of.
func checkMaterials(file string) error {
	var document struct {
		Packages []struct{ Name, VersionInfo string }
	}
	if err := readJSON(file, &document); err != nil {
		return err
	}
	for _, module := range []string{"stdlib", "github.com/hashicorp/terraform-plugin-framework", "k8s.io/client-go"} {
		found := false
		for _, p := range document.Packages {
			found = found || p.Name == module && p.VersionInfo != ""
		}
		if !found {
			return fmt.Errorf("%s has %d packages, and no %s with its version is among them", file, len(document.Packages), module)
		}
	}
	return nil
}

// checkSaid asks a program of this platform for its version.
func checkSaid(program []byte, version string) error {
	dir, err := os.MkdirTemp("", "releasecheck-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, program, 0o700); err != nil { //nolint:gosec // it is run
		return err
	}
	said, err := exec.CommandContext(context.Background(), file, "-version").Output()
	if err != nil {
		return fmt.Errorf("%s -version: %w", name, err)
	}
	if strings.TrimSpace(string(said)) != version {
		return fmt.Errorf("%s -version says %q, want %s", name, said, version)
	}
	return nil
}
