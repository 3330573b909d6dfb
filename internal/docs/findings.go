package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// findings are the classes of mistakes that a plan finds, each with a recording of one.
var findings = []struct{ mistake, by, cluster, recording string }{
	{"an argument that is missing or that the resource does not have", "Terraform, by the schema", "no", "mistake-name"},
	{"a misspelt name inside `spec` or another nested attribute, which Terraform drops", "[source check](source-check.md)", "no", "mistake-nested"},
	{"a value that the schema of the API does not take", "schema of the API", "no", "mistake-quantity"},
	{"a value that webhook, controller or engine refuse or never act on", "rules of the resource", "no", "mistake-value"},
	{"an object that is not there, or that does not fit the one that names it", "rules over `references`", "no", "mistake-definition"},
	{"an argument or a value that the version of the engine does not take", "[engine tables](engine-arguments.md)", "no", "mistake-argument"},
	{"arguments of service and runtime that do not go together", "[engine tables](engine-arguments.md), over the runtime in `references` or what direct mode renders", "no", "mistake-merged"},
	{"a model that the engine cannot serve with these parallel sizes, this context or these accelerators", "[model check](plan-checks.md#models), with the table of models; `model_check` asks a hub as well", "no", "mistake-model"},
	{"objects of the plan that conflict with each other", "rules among the objects of a plan", "no", "mistake-claims"},
	{"what a policy, a webhook, a quota or another owner refuses", "[dry run](plan-checks.md#validation-by-the-server), with `plan_validation`", "yes", "mistake-policy"},
	{"pods that no node has room for", "[capacity check](plan-checks.md#capacity), with `capacity_check`", "yes", "mistake-capacity"},
}

// foundMistakes is a table of the findings, each with the first message of its recording.
func (s *site) foundMistakes() (string, error) {
	var rows [][]string
	for _, f := range findings {
		text, err := os.ReadFile(filepath.Join(s.root, "templates", "recordings", f.recording+".txt"))
		if err != nil {
			return "", err
		}
		message := firstMessage.FindStringSubmatch(string(text))
		if message == nil {
			return "", fmt.Errorf("recording %s has no message", f.recording)
		}
		detail, _, _ := strings.Cut(message[2], "\n\n")
		rows = append(rows, []string{f.mistake, f.by, f.cluster, "**" + message[1] + "**: " + strings.Join(strings.Fields(detail), " ")})
	}
	return table([]string{"Mistake", "Found by", "Asks a cluster", "Example"}, rows), nil
}

// firstMessage matches the headline of a message and what comes after the line of the configuration that it is about.
var firstMessage = regexp.MustCompile(`(?s)(?:Error|Warning): ([^\n]+)\n\n(?:  (?:with|on) .*?\n\n)?(.*)`)
