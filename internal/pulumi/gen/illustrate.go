package gen

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// fences are the languages of code blocks, in the order of the registry's tabs.
var fences = []struct{ language, fence string }{
	{"nodejs", "typescript"}, {"python", "python"}, {"csharp", "csharp"}, {"go", "go"}, {"java", "java"},
}

// illustrate puts the Terraform example of every resource into its description, as a program in every language. The
// generators of SDKs take from it what is in theirs.
func illustrate(spec *schema.PackageSpec, info tfbridge.ProviderInfo, examples string) error {
	bound, err := bind(*spec)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(info.Resources)) {
		lead, program, err := example(examples, name, info)
		if err != nil {
			return err
		}
		var text strings.Builder
		_, _ = fmt.Fprintf(&text, "{{%% examples %%}}\n## Example Usage\n{{%% example %%}}\n### %s\n\n", strings.TrimSuffix(lead, "."))
		for _, of := range fences {
			files, err := translate(bound, of.language, "name: example\nruntime: yaml\n"+program)
			if err != nil {
				return fmt.Errorf("writing the example of %s in %s: %w", name, of.language, err)
			}
			code, err := only(files)
			if err != nil {
				return fmt.Errorf("writing the example of %s in %s: %w", name, of.language, err)
			}
			_, _ = fmt.Fprintf(&text, "```%s\n%s\n```\n", of.fence, strings.TrimSpace(code))
		}
		_, _ = fmt.Fprintf(&text, "```yaml\n%s\n```\n{{%% /example %%}}\n{{%% /examples %%}}\n\n", strings.TrimSpace(program))
		token := info.Resources[name].Tok.String()
		r := spec.Resources[token]
		what, imported, _ := strings.Cut(r.Description, "## Import")
		r.Description = what + text.String() + "## Import" + imported
		spec.Resources[token] = r
	}
	return nil
}

// only is the text of a program that is one file.
func only(files map[string][]byte) (string, error) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if len(files) == 1 || slices.Contains([]string{".go", ".ts", ".py", ".cs", ".java"}, path.Ext(name)) {
			return string(files[name]), nil
		}
	}
	return "", fmt.Errorf("the program is the files %v", slices.Sorted(maps.Keys(files)))
}
