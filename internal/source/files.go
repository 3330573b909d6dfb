package source

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// kind is what a file of a configuration is, by its name.
type kind int

const (
	configuration kind = iota
	test
	query
)

// file is a file of a module that may be of interest.
type file struct {
	path string
	text []byte
	kind kind
	// json says that it has the syntax of JSON, override that it changes what other files declare.
	json, override bool
}

// endings are those of the files that clients read; the second of two is OpenTofu's, "" where it reads no such files.
var endings = []struct {
	terraform, tofu string
	kind            kind
}{
	{".tf", ".tofu", configuration},
	{".tf.json", ".tofu.json", configuration},
	{".tftest.hcl", ".tofutest.hcl", test},
	{".tftest.json", ".tofutest.json", test},
	{".tfquery.hcl", "", query},
	{".tfquery.json", "", query},
}

// files are those of some kinds in a folder that a client reads, in its order: overrides after the rest, each sorted by name.
//
// Mirrors hashicorp/terraform internal/configs/parser_file_matcher.go@v1.14.3 and opentofu/opentofu
// internal/configs/parser_config_dir.go@v1.12.6.
func (o Origin) files(dir string, of ...kind) []*file {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	names := map[string]bool{}
	for _, entry := range entries {
		names[entry.Name()] = true
	}
	var first, overrides []*file
	for _, entry := range entries {
		f := o.file(entry.Name(), names)
		if f == nil || !slices.Contains(of, f.kind) {
			continue
		}
		f.path = filepath.Join(dir, entry.Name())
		if !isRegular(entry, f.path) {
			continue
		}
		var err error
		if f.text, err = os.ReadFile(f.path); err != nil {
			continue
		}
		if f.override {
			overrides = append(overrides, f)
		} else {
			first = append(first, f)
		}
	}
	return slices.Concat(first, overrides)
}

// isRegular reports whether an entry of a folder is a file, or leads to one.
func isRegular(entry os.DirEntry, path string) bool {
	if entry.Type().IsRegular() {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// file is nil for a name that the client does not read. In OpenTofu, a file of its own stands for Terraform's of the same name.
func (o Origin) file(name string, beside map[string]bool) *file {
	if strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#") {
		return nil
	}
	for _, e := range endings {
		base, ok := strings.CutSuffix(name, e.terraform)
		replaced := e.tofu == "" || beside[base+e.tofu]
		switch {
		case ok && replaced && o.Client != Terraform:
			return nil
		case !ok && e.tofu != "" && o.Client == OpenTofu:
			base, ok = strings.CutSuffix(name, e.tofu)
		}
		if ok {
			return &file{
				kind: e.kind, json: strings.HasSuffix(name, ".json"),
				override: e.kind == configuration && (base == "override" || strings.HasSuffix(base, "_override")),
			}
		}
	}
	return nil
}

// mentions reports whether a file may have a block of the provider, or say how it is checked.
func (f *file) mentions(provider string) bool {
	return bytes.Contains(f.text, []byte(provider)) || bytes.Contains(f.text, []byte(CheckArgument))
}

// modules are the root module and those that the client or their callers say where they are.
func (o Origin) modules() []*module {
	var out []*module
	known := map[string]*module{}
	var add func(dir string, keys ...string)
	add = func(dir string, keys ...string) {
		if m := known[filepath.Clean(dir)]; m != nil {
			m.keys = append(m.keys, keys...)
			return
		}
		m := o.module(dir)
		m.keys = keys
		known[filepath.Clean(dir)] = m
		out = append(out, m)
		if !o.Calls {
			return
		}
		for _, source := range m.calls() {
			if strings.HasPrefix(source, "./") || strings.HasPrefix(source, "../") {
				add(filepath.Join(dir, filepath.FromSlash(source)))
			}
		}
	}
	add(o.Dir, root)
	for _, called := range o.installed() {
		add(called.Dir, called.Key)
	}
	return out
}

// root is the key of the root module.
const root = ""

// installation is what `init` has noted of a call of a module.
type installation struct{ Key, Dir string }

// installed are the calls of modules that `init` has noted, with their folders.
func (o Origin) installed() []installation {
	raw, err := os.ReadFile(filepath.Join(o.DataDir, "modules", "modules.json"))
	if err != nil {
		return nil
	}
	var manifest struct{ Modules []installation }
	if json.Unmarshal(raw, &manifest) != nil {
		return nil
	}
	var out []installation
	for _, m := range manifest.Modules {
		m.Dir = filepath.FromSlash(m.Dir)
		if !filepath.IsAbs(m.Dir) {
			m.Dir = filepath.Join(o.Dir, m.Dir)
		}
		if m.Key != root {
			out = append(out, m)
		}
	}
	return out
}
