package main

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/inferops/terraform-provider-inference/internal/provider"
)

const repository = "../.."

// textsOf are the pages, as docs/<page>, and the other texts of the repository, by their paths.
func textsOf(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for name, text := range pagesOf(t) {
		texts["docs/"+name] = text
	}
	for _, pattern := range []string{"*.md", ".github/*.md", "examples/*/*.md"} {
		files, err := filepath.Glob(filepath.Join(repository, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			texts[strings.TrimPrefix(filepath.ToSlash(file), repository+"/")] = string(raw)
		}
	}
	for _, needed := range []string{"README.md", ".github/CONTRIBUTING.md", "docs/index.md", "docs/guides/getting-started.md"} {
		if texts[needed] == "" {
			t.Fatalf("%s is not among the texts: the search for them is broken", needed)
		}
	}
	return texts
}

// prose is a text without its code.
func prose(text string) string {
	return codeText.ReplaceAllString(fences.ReplaceAllString(text, ""), "``")
}

// deadLinks are the relative links of the texts that lead nowhere: to no file, or to no place in a text.
func deadLinks(texts map[string]string, exists func(file string) bool) (dead []string, count int) {
	places := map[string]map[string]bool{}
	for name, text := range texts {
		places[name] = anchorsOf(text)
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		for _, match := range links.FindAllStringSubmatch(prose(texts[name]), -1) {
			target, anchor, _ := strings.Cut(match[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			count++
			to := name
			if target != "" {
				to = path.Join(path.Dir(name), target)
			}
			switch anchored, isText := places[to]; {
			case !isText && !exists(to):
				dead = append(dead, name+" leads to "+match[1]+", which does not exist")
			case isText && !anchored[anchor], !isText && anchor != "":
				dead = append(dead, name+" leads to "+match[1]+", and the text has no such place")
			}
		}
	}
	return dead, count
}

func TestLinksResolve(t *testing.T) {
	dead, count := deadLinks(textsOf(t), func(file string) bool {
		_, err := os.Stat(filepath.Join(repository, filepath.FromSlash(file)))
		return err == nil
	})
	for _, link := range dead {
		t.Error(link)
	}
	if count < 500 {
		t.Errorf("%d links only: the search for them is broken", count)
	}
}

// TestPagesLeadToPages is about registries, which have the pages of docs and no other file.
func TestPagesLeadToPages(t *testing.T) {
	pages := pagesOf(t)
	dead, _ := deadLinks(pages, func(string) bool { return false })
	for _, link := range dead {
		t.Error(link)
	}
}

// TestGuidesAreFound shows that the first page leads to every guide.
func TestGuidesAreFound(t *testing.T) {
	pages := pagesOf(t)
	for name := range pages {
		if strings.HasPrefix(name, "guides/") && !strings.Contains(pages["index.md"], "]("+name+")") {
			t.Errorf("index.md does not lead to %s", name)
		}
	}
}

// terms are spellings that the texts do not use, with what they use.
var terms = map[*regexp.Regexp]string{
	regexp.MustCompile(`(?i)\bterraform (cloud|enterprise)\b`):                         "HCP Terraform",
	regexp.MustCompile(`\bkubernetes\b|\b[Kk]8s\b`):                                    "Kubernetes",
	regexp.MustCompile(`\bterraform\b`):                                                "Terraform, or the command as code",
	regexp.MustCompile(`\b[Oo]pen ?tofu\b`):                                            "OpenTofu",
	regexp.MustCompile(`\bpulumi\b`):                                                   "Pulumi, or the command as code",
	regexp.MustCompile(`\bgithub\b|\bGithub\b`):                                        "GitHub",
	regexp.MustCompile(`(?i)\bhuggingface\b`):                                          "Hugging Face",
	regexp.MustCompile(`\bvllm\b|\bVLLM\b|\bVllm\b`):                                   "vLLM, or the name of the runtime as code",
	regexp.MustCompile(`\bsglang\b|\bSglang\b|\bSgLang\b`):                             "SGLang, or the name of the runtime as code",
	regexp.MustCompile(`\bLlama\.cpp\b|\bllamacpp\b`):                                  "llama.cpp, or the name of the runtime as code",
	regexp.MustCompile(`\bllmkube\b|\bLlmKube\b|\bLlmkube\b`):                          "LLMKube",
	regexp.MustCompile(`\bkthena\b|\bKThena\b`):                                        "Kthena",
	regexp.MustCompile(`\bhelm\b`):                                                     "Helm, or the command as code",
	regexp.MustCompile(`\bLeader [wW]orker ?[sS]ets?\b|\bLeaderworkersets?\b`):         "LeaderWorkerSet",
	regexp.MustCompile(`\b[Kk]ube config\b|\bKubeConfig\b`):                            "kubeconfig",
	regexp.MustCompile(`(?i)\b(white|black)list(s|ed|ing)?\b`):                         "a list of what is allowed or refused",
	regexp.MustCompile(`[\x{2014}\x{2013}]`):                                           "a colon, a comma or a new sentence",
	regexp.MustCompile(`(?i)\b(seamless|effortless|blazing|world-class|cutting-edge)`): "a fact",
}

// names are what looks like a wrong term and is a name: targets of links, addresses, paths and hyphenated names.
var names = regexp.MustCompile(`\]\([^)]*\)|<a id="[^"]*">|https?://\S+|[\w.@-]*[a-z][/-][\w./@-]+`)

// wrongTerms are the spellings in the prose of a text that its readers do not know.
func wrongTerms(text string) []string {
	text = names.ReplaceAllString(prose(text), "]")
	var found []string
	for pattern, instead := range terms {
		for _, at := range pattern.FindAllStringIndex(text, -1) {
			found = append(found, text[max(0, at[0]-30):min(len(text), at[1]+30)]+": write "+instead)
		}
	}
	return found
}

func TestTerms(t *testing.T) {
	for name, text := range textsOf(t) {
		for _, found := range wrongTerms(text) {
			t.Errorf("%s: %s", name, found)
		}
	}
}

// TestTermsAreFound has a text for what the search must find and must leave alone.
func TestTermsAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"product":  {"Runs of Terraform Cloud.", 1},
		"name":     {"A cluster of kubernetes.", 1},
		"code":     {"The provider `hashicorp/kubernetes` and `terraform init`.", 0},
		"block":    {"Look:\n\n```sh\nterraform init\n```\n", 0},
		"target":   {"See [llmaz](https://github.com/InftyAI/llmaz) and [that](guides/kubernetes.md).", 0},
		"dash":     {"Fast \u2014 and small.", 1},
		"workload": {"A Leader Worker Set, not a LeaderWorkerSet.", 1},
	} {
		t.Run(name, func(t *testing.T) {
			if found := wrongTerms(c.text); len(found) != c.want {
				t.Errorf("found %q, want %d", found, c.want)
			}
		})
	}
}

var (
	shellBlocks = regexp.MustCompile("(?ms)^```(?:sh|shell|bash|console)\n(.*?)^```$")
	makeTargets = regexp.MustCompile(`(?m)^([a-z][a-z-]*):`)
	makeCalls   = regexp.MustCompile("`make ([a-z][a-z-]*)")
	ownFiles    = regexp.MustCompile(`(?:^|[\s=])((?:examples|docs|internal|\.ci)/[\w./-]+)`)
)

// commands are the programs that shell blocks call, with the words that may follow; nil for any.
var commands = map[string][]string{
	"make":      nil, // its targets are those of GNUmakefile
	"cd":        nil,
	"cp":        nil,
	"export":    nil,
	"git":       {"clone", "tag"},
	"go":        {"test", "build", "mod", "tool", "-C"},
	"kubectl":   {"apply", "get", "scale", "create", "edit", "delete", "auth", "port-forward"},
	"curl":      {"http://localhost:8000/v1/chat/completions"}, // what a page has forwarded a port for
	"helm":      {"get", "uninstall", "list", "template"},
	"pulumi":    {"cancel", "refresh", "up", "preview", "import", "plugin", "package"},
	"terraform": {"init", "plan", "apply", "destroy", "import", "untaint", "output", "validate", "query", "show", "state"},
	"tofu":      {"init", "plan", "apply", "destroy"},
}

// heredocs are what a command reads in its block.
var heredocs = regexp.MustCompile(`(?ms) <<'EOF'$.*?^EOF$`)

// wrongCommands are the lines of a shell block that call what does not exist.
func wrongCommands(block string, targets map[string]bool) []string {
	var wrong []string
	block = heredocs.ReplaceAllString(strings.ReplaceAll(block, "\\\n", " "), "")
	for line := range strings.Lines(block) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), " #")
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" || strings.HasPrefix(words[0], "#") {
			continue
		}
		next := append(words[1:], "")[0]
		following, known := commands[words[0]]
		switch {
		case !known, following != nil && !slices.Contains(following, next), words[0] == "make" && !targets[next]:
			wrong = append(wrong, line)
		}
		for _, file := range ownFiles.FindAllStringSubmatch(line, -1) {
			if _, err := os.Stat(filepath.Join(repository, filepath.FromSlash(file[1]))); err != nil {
				wrong = append(wrong, line)
			}
		}
	}
	return wrong
}

// TestCommandsExist shows that texts call programs and targets that there are.
func TestCommandsExist(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(repository, "GNUmakefile"))
	if err != nil {
		t.Fatal(err)
	}
	targets := map[string]bool{}
	for _, match := range makeTargets.FindAllStringSubmatch(string(raw), -1) {
		targets[match[1]] = true
	}
	if !targets["docs"] || !targets["test-acc"] {
		t.Fatalf("the targets are %v: the search for them is broken", targets)
	}
	blocks := 0
	for name, text := range textsOf(t) {
		for _, match := range shellBlocks.FindAllStringSubmatch(text, -1) {
			blocks++
			for _, line := range wrongCommands(match[1], targets) {
				t.Errorf("%s: there is no %q", name, line)
			}
		}
		for _, match := range makeCalls.FindAllStringSubmatch(text, -1) {
			if !targets[match[1]] {
				t.Errorf("%s: there is no target %q", name, match[1])
			}
		}
	}
	if blocks < 20 {
		t.Errorf("%d shell blocks only: the search for them is broken", blocks)
	}
	for _, line := range []string{"make nothing", "terraform fly", "curl example.com", "kubectl apply -f examples/nothing.yaml"} {
		if len(wrongCommands(line+"\n", targets)) == 0 {
			t.Errorf("%q passes", line)
		}
	}
}

// TestCodeBlocksHaveALanguage is about the colours of a page, and about the tests that read blocks by language.
func TestCodeBlocksHaveALanguage(t *testing.T) {
	known := []string{"terraform", "hcl", "sh", "shell", "text", "yaml", "json", "rego", "go", "typescript", "mermaid"}
	for name, text := range textsOf(t) {
		for _, block := range fences.FindAllString(text, -1) {
			if language, _, _ := strings.Cut(block[3:], "\n"); !slices.Contains(known, language) {
				t.Errorf("%s has a code block in %q, want one of %v", name, language, known)
			}
		}
	}
}

// TestExamplesAreShown shows that every configuration and manifest of examples stands on a page, but for
// the scenarios, which the README leads to.
func TestExamplesAreShown(t *testing.T) {
	var all strings.Builder
	for _, text := range pagesOf(t) {
		all.WriteString(text)
	}
	folder := filepath.Join(repository, "examples")
	err := filepath.WalkDir(folder, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			if entry != nil && (entry.Name() == "scenarios" || entry.Name() == "pulumi") {
				return filepath.SkipDir
			}
			return err
		}
		e, err := (&site{}).read(file)
		if err == nil && !strings.Contains(all.String(), e.Code) {
			t.Errorf("no page shows %s", file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

var configBlocks = regexp.MustCompile("(?ms)^```(?:terraform|hcl)\n(.*?)^```$")

// unknownAttributes are the keys of objects in a configuration that the schema does not have. Terraform drops them
// without a word, so neither a plan nor `terraform validate` finds them.
func unknownAttributes(t *testing.T, served *tfprotov6.GetProviderSchemaResponse, config string) []string {
	t.Helper()
	parsed, diags := hclsyntax.ParseConfig([]byte(config), "block", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	var unknown []string
	var visit func(at string, expression hclsyntax.Expression, nested *tfprotov6.SchemaObject)
	visit = func(at string, expression hclsyntax.Expression, nested *tfprotov6.SchemaObject) {
		if nested == nil {
			return
		}
		switch e := expression.(type) {
		case *hclsyntax.TupleConsExpr:
			for _, item := range e.Exprs {
				visit(at+"[]", item, nested)
			}
		case *hclsyntax.ObjectConsExpr:
			for _, item := range e.Items {
				key, diags := item.KeyExpr.Value(nil)
				if diags.HasErrors() || nested.Nesting == tfprotov6.SchemaObjectNestingModeMap && !strings.HasSuffix(at, "{}") {
					visit(at+"{}", item.ValueExpr, nested)
					continue
				}
				i := slices.IndexFunc(nested.Attributes, func(a *tfprotov6.SchemaAttribute) bool { return a.Name == key.AsString() })
				if i < 0 {
					unknown = append(unknown, at+"."+key.AsString())
					continue
				}
				visit(at+"."+key.AsString(), item.ValueExpr, nested.Attributes[i].NestedType)
			}
		}
	}
	for _, block := range parsed.Body.(*hclsyntax.Body).Blocks {
		s := served.Provider
		switch block.Type {
		case "resource":
			s = served.ResourceSchemas[block.Labels[0]]
		case "data":
			s = served.DataSourceSchemas[block.Labels[0]]
		case "provider":
		default:
			continue
		}
		if s == nil {
			continue // of another provider
		}
		for name, attribute := range block.Body.Attributes {
			for _, a := range s.Block.Attributes {
				if a.Name == name {
					visit(name, attribute.Expr, a.NestedType)
				}
			}
		}
	}
	return unknown
}

func TestConfigurationsHaveKnownAttributes(t *testing.T) {
	served, err := provider.NewServer("docs").GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	texts := textsOf(t)
	delete(texts, ".github/DESIGN.md") // its block is a sketch
	scenarios, err := filepath.Glob(filepath.Join(repository, "examples", "scenarios", "*", "main.tf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range scenarios {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[file] = "```terraform\n" + string(raw) + "```\n"
	}
	for name, text := range texts {
		for _, match := range configBlocks.FindAllStringSubmatch(text, -1) {
			for _, at := range unknownAttributes(t, served, match[1]) {
				t.Errorf("%s: there is no %s", name, at)
			}
		}
	}
	wrong := "resource \"inference_playground\" \"a\" {\n  spec = { replica = 1, backend_runtime_config = { envs = [{ nam = \"a\" }] } }\n  wait = { phases = { load = \"1m\" } }\n}\n"
	found := unknownAttributes(t, served, wrong)
	slices.Sort(found)
	if want := []string{"spec.backend_runtime_config.envs[].nam", "spec.replica", "wait.phases.load"}; !slices.Equal(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
}
