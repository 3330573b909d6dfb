package main

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// developed is the version that is being developed: the one place that says it is GNUmakefile.
func developed(t *testing.T) string {
	t.Helper()
	raw, err := os.ReadFile("../../GNUmakefile")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^VERSION := (\S+)$`).FindSubmatch(raw)
	if found == nil {
		t.Fatal("GNUmakefile has no line `VERSION := <version>`")
	}
	return string(found[1])
}

// TestSchemaBreaksNobody compares what the provider serves with the committed dump.
func TestSchemaBreaksNobody(t *testing.T) {
	released, err := Read("schema.json")
	if err != nil {
		t.Fatalf("%v\nrun `make schema`", err)
	}
	served, err := Served(t.Context(), developed(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := Allowed(released, served); err != nil {
		t.Error(err)
	}
	for _, change := range Compare(released, served) {
		t.Log(change)
	}
}

// TestDump shows that a dump says what is served, comes back as it was written and stays small.
func TestDump(t *testing.T) {
	served, err := Served(t.Context(), "0.1.0")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "schema.json")
	if err := served.Write(file); err != nil {
		t.Fatal(err)
	}
	read, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(served, read) {
		t.Errorf("a dump changes when it is written and read: %v", Compare(served, read))
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 300_000 {
		t.Errorf("the dump has %d bytes, more than 300000", info.Size())
	}
	job := read.Resources["inference_benchmark_job"]
	if job.Replaces["spec"] != "any change" || job.Identity["name"] != "required String" || job.Identity["namespace"] != "optional String" {
		t.Errorf("inference_benchmark_job: identity and replacements are %v and %v", job.Identity, job.Replaces)
	}
	playground := read.Shapes[read.Shapes[read.Resources["inference_playground"].Shape]["spec"].Type]
	if got := playground["replicas"]; !got.Optional || got.Type != "Number" || got.Default != "1" {
		t.Errorf("inference_playground.spec.replicas is %+v", got)
	}
	for what, n := range map[string]int{"data sources": len(read.DataSources), "list resources": len(read.ListResources), "functions": len(read.Functions), "attributes of the provider": len(read.Shapes[read.Provider])} {
		if n == 0 {
			t.Errorf("the dump has no %s", what)
		}
	}
}

// small is a schema with one of everything.
func small() *Dump {
	return &Dump{
		Version: "0.1.0", Provider: "provider",
		Resources: map[string]Resource{"inference_chat": {
			Version: 1, Shape: "chat", Identity: map[string]string{"name": "required String"}, Replaces: map[string]string{"spec.source": "any change"},
		}},
		DataSources:   map[string]string{"inference_chat": "chat"},
		ListResources: map[string]string{"inference_chat": "empty"},
		Functions:     map[string]Signature{"render": {Parameters: []string{"String"}, Return: "List[String]"}},
		Shapes: map[string]Shape{
			"provider": {"host": {Type: "String", Optional: true}},
			"empty":    {},
			"chat": {
				"spec": {Nesting: "object", Type: "chat.spec", Required: true},
				"twin": {Nesting: "list", Type: "chat.spec", Optional: true},
				"id":   {Type: "String", Computed: true},
			},
			"chat.spec": {
				"model":    {Type: "String", Required: true},
				"replicas": {Type: "Number", Optional: true, Default: "1"},
				"mode":     {Type: "String", Optional: true, Computed: true, Values: []string{"a", "b"}},
				"token":    {Type: "String", Optional: true, WriteOnly: true},
			},
		},
	}
}

// TestCompare has a case for each class of change.
func TestCompare(t *testing.T) {
	attribute := func(name string, edit func(*Attribute)) func(*Dump) {
		return func(d *Dump) {
			a := d.Shapes["chat.spec"][name]
			edit(&a)
			d.Shapes["chat.spec"][name] = a
		}
	}
	resource := func(edit func(*Resource)) func(*Dump) {
		return func(d *Dump) {
			r := d.Resources["inference_chat"]
			edit(&r)
			d.Resources["inference_chat"] = r
		}
	}
	const at = "inference_chat.spec."
	// breaking and harmless have one key each: the path; want is what happened there.
	cases := map[string]struct {
		reason         string
		edit           func(*Dump)
		path, want     string
		breaks, silent bool
	}{
		"nothing": {reason: "a schema is compatible with itself", edit: func(*Dump) {}, silent: true},
		"renamed shape": {reason: "names of shapes are ours", silent: true, edit: func(d *Dump) {
			d.Shapes["moved"] = d.Shapes["chat"]
			delete(d.Shapes, "chat")
			d.Resources["inference_chat"] = Resource{Version: 1, Shape: "moved", Identity: d.Resources["inference_chat"].Identity, Replaces: d.Resources["inference_chat"].Replaces}
			d.DataSources["inference_chat"] = "moved"
		}},

		"attribute removed": {"configurations that set it fail", func(d *Dump) { delete(d.Shapes["chat.spec"], "replicas") }, at + "replicas", "removed", true, false},
		"type changed":      {"values do not fit", attribute("replicas", func(a *Attribute) { a.Type = "String" }), at + "replicas", "type changed from Number to String", true, false},
		"nesting changed": {"values do not fit", func(d *Dump) {
			d.Shapes["chat"]["spec"] = Attribute{Nesting: "list", Type: "chat.spec", Required: true}
		}, "inference_chat.spec", "type changed from object chat.spec to list chat.spec", true, false},
		"made required":       {"configurations that leave it out fail", attribute("replicas", func(a *Attribute) { a.Optional, a.Required = false, true }), at + "replicas", "made required", true, false},
		"required added":      {"configurations that cannot know it fail", func(d *Dump) { d.Shapes["chat.spec"]["size"] = Attribute{Type: "Number", Required: true} }, at + "size", "added as required", true, false},
		"computed removed":    {"references to what is left out become null", attribute("mode", func(a *Attribute) { a.Computed = false }), at + "mode", "no longer computed", true, false},
		"made read-only":      {"configurations that set it fail", attribute("mode", func(a *Attribute) { a.Optional = false }), at + "mode", "can no longer be set", true, false},
		"default changed":     {"what was left out means something else", attribute("replicas", func(a *Attribute) { a.Default = "2" }), at + "replicas", "default changed from 1 to 2", true, false},
		"default removed":     {"what was left out means something else", attribute("replicas", func(a *Attribute) { a.Default = "" }), at + "replicas", "default changed from 1 to none", true, false},
		"value removed":       {"configurations with it fail", attribute("mode", func(a *Attribute) { a.Values = []string{"b"} }), at + "mode", "no longer takes a", true, false},
		"values limited":      {"configurations with others fail", attribute("model", func(a *Attribute) { a.Values = []string{"x"} }), at + "model", "limited to x", true, false},
		"made sensitive":      {"outputs of it fail", attribute("model", func(a *Attribute) { a.Sensitive = true }), at + "model", "made sensitive", true, false},
		"write-only no more":  {"the value would be in states", attribute("token", func(a *Attribute) { a.WriteOnly = false }), at + "token", "made write-only, or no longer so", true, false},
		"replacement added":   {"a plan that updated now destroys", resource(func(r *Resource) { r.Replaces["spec.model"] = "any change" }), "inference_chat", "replacement added: any change of spec.model replaces the object", true, false},
		"replacement widened": {"a plan that updated now destroys", resource(func(r *Resource) { r.Replaces["spec.source"] = "removal" }), "inference_chat", "replacement added: removal of spec.source replaces the object", true, false},
		"identity changed":    {"import blocks fail", resource(func(r *Resource) { r.Identity = map[string]string{"uid": "required String"} }), "inference_chat", "identity changed from map[name:required String] to map[uid:required String]", true, false},
		"state lowered":       {"older providers' states are refused", resource(func(r *Resource) { r.Version = 0 }), "inference_chat", "version of the state lowered from 1 to 0", true, false},
		"resource removed":    {"configurations that have it fail", func(d *Dump) { d.Resources = nil }, "inference_chat", "removed", true, false},
		"data source removed": {"configurations that have it fail", func(d *Dump) { d.DataSources = nil }, "data.inference_chat", "removed", true, false},
		"list removed":        {"queries fail", func(d *Dump) { d.ListResources = nil }, "list.inference_chat", "removed", true, false},
		"function removed":    {"calls fail", func(d *Dump) { d.Functions = nil }, "provider::inference::render", "removed", true, false},
		"function changed":    {"calls fail", func(d *Dump) { d.Functions["render"] = Signature{Return: "List[String]"} }, "provider::inference::render", "signature changed", true, false},
		"provider block":      {"it is a configuration like others", func(d *Dump) { delete(d.Shapes["provider"], "host") }, "provider.host", "removed", true, false},

		"optional added":       {"nobody sets it yet", func(d *Dump) { d.Shapes["chat.spec"]["size"] = Attribute{Type: "Number", Optional: true} }, at + "size", "added", false, false},
		"computed added":       {"nobody reads it yet", func(d *Dump) { d.Shapes["chat"]["uid"] = Attribute{Type: "String", Computed: true} }, "inference_chat.uid", "added", false, false},
		"made optional":        {"whoever sets it goes on", attribute("model", func(a *Attribute) { a.Required, a.Optional = false, true }), at + "model", "made optional", false, false},
		"made computed":        {"whoever sets it goes on", attribute("replicas", func(a *Attribute) { a.Computed = true }), at + "replicas", "made computed", false, false},
		"deprecated":           {"a warning", attribute("replicas", func(a *Attribute) { a.Deprecated = true }), at + "replicas", "deprecated", false, false},
		"value added":          {"nobody uses it yet", attribute("mode", func(a *Attribute) { a.Values = []string{"a", "b", "c"} }), at + "mode", "takes more values", false, false},
		"replacement dropped":  {"a plan that destroyed now updates", resource(func(r *Resource) { r.Replaces = nil }), "inference_chat", "a change of spec.source no longer replaces the object", false, false},
		"resource added":       {"nobody has it yet", func(d *Dump) { d.Resources["inference_new"] = Resource{Shape: "chat"} }, "inference_new", "added", false, false},
		"data source added":    {"nobody has it yet", func(d *Dump) { d.DataSources["inference_new"] = "chat" }, "data.inference_new", "added", false, false},
		"function added":       {"nobody calls it yet", func(d *Dump) { d.Functions["new"] = Signature{} }, "provider::inference::new", "added", false, false},
		"action added":         {"nobody calls it yet", func(d *Dump) { d.Actions = map[string]string{"inference_new": "empty"} }, "action.inference_new", "added", false, false},
		"ephemeral added":      {"nobody has it yet", func(d *Dump) { d.Ephemerals = map[string]string{"inference_new": "empty"} }, "ephemeral.inference_new", "added", false, false},
		"list resource added":  {"nobody asks it yet", func(d *Dump) { d.ListResources["inference_new"] = "empty" }, "list.inference_new", "added", false, false},
		"provider block grows": {"nobody sets it yet", func(d *Dump) { d.Shapes["provider"]["port"] = Attribute{Type: "Number", Optional: true} }, "provider.port", "added", false, false},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			newer := small()
			tc.edit(newer)
			changes := Compare(small(), newer)
			if tc.silent {
				if len(changes) > 0 {
					t.Errorf("%s: got %v", tc.reason, changes)
				}
				return
			}
			if len(changes) != 1 {
				t.Fatalf("%s: want one change, told once for all places that share a shape, got %v", tc.reason, changes)
			}
			if got := changes[0]; got.Path != tc.path || !strings.HasPrefix(got.What, tc.want) || got.Breaking != tc.breaks {
				t.Errorf("%s: want %s: %s (breaking %t), got %s (breaking %t)", tc.reason, tc.path, tc.want, tc.breaks, got, got.Breaking)
			}
		})
	}
}

// TestAllowed shows which version announces a breaking change, and what is said without it.
func TestAllowed(t *testing.T) {
	cases := map[string]struct {
		reason   string
		from, to string
		// want is the version that the error asks for, "" for no error.
		want string
	}{
		"same":                 {"a release cannot break itself", "0.1.0", "0.1.0", "0.2.0"},
		"patch before 1.0":     {"a patch breaks nothing", "0.1.0", "0.1.7", "0.2.0"},
		"minor before 1.0":     {"SemVer has no promise across them", "0.1.3", "0.2.0", ""},
		"major before 1.0":     {"more than needed", "0.9.0", "1.0.0", ""},
		"minor after 1.0":      {"a minor version adds", "1.2.3", "1.3.0", "2.0.0"},
		"major after 1.0":      {"the announcement", "1.2.3", "2.0.0", ""},
		"back":                 {"an older version announces nothing", "0.2.0", "0.1.9", "0.3.0"},
		"two digits of number": {"numbers are no text", "0.9.0", "0.10.0", ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			released, newer := small(), small()
			released.Version, newer.Version = tc.from, tc.to
			delete(newer.Shapes["chat.spec"], "replicas")
			err := Allowed(released, newer)
			switch {
			case tc.want == "" && err == nil:
			case tc.want == "" || err == nil:
				t.Errorf("%s: got %v", tc.reason, err)
			case !strings.Contains(err.Error(), "inference_chat.spec.replicas: removed") || !strings.Contains(err.Error(), "set VERSION\nin GNUmakefile to "+tc.want+","):
				t.Errorf("%s: the error tells neither path nor version %s: %v", tc.reason, tc.want, err)
			}
		})
	}
	if err := Allowed(small(), small()); err != nil {
		t.Errorf("nothing changed: %v", err)
	}
	odd := small()
	odd.Version = "next"
	if err := Allowed(odd, small()); err == nil || !strings.Contains(err.Error(), `"next" is not a version`) {
		t.Errorf("a version that is none: %v", err)
	}
}

// TestWriteKeepsWhatWouldBreak shows that a dump is not written over one that it breaks.
func TestWriteKeepsWhatWouldBreak(t *testing.T) {
	file := filepath.Join(t.TempDir(), "schema.json")
	if err := small().Write(file); err != nil {
		t.Fatal(err)
	}
	if err := write(t.Context(), file, "0.1.1"); err == nil || !strings.Contains(err.Error(), "inference_chat: removed") {
		t.Errorf("writing over a schema with other resources: %v", err)
	}
	if kept, err := Read(file); err != nil || !reflect.DeepEqual(kept, small()) {
		t.Errorf("the dump was changed: %v, %v", kept, err)
	}
	if err := write(t.Context(), file, "0.2.0"); err != nil {
		t.Errorf("a version that announces it: %v", err)
	}
}
