// Command upstream compares CustomResourceDefinitions with what the provider knows of their systems, and prints what a release that has
// them needs: new and removed fields, and what has changed of the others. `make upstream CRDS=<folder>` runs it.
//
// A definition is compared with the release that the provider would take it for. What differs there for a reason is in
// differences.yaml and is left out. It fails where anything is new.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/inferops/terraform-provider-inference/internal/provider"
)

func main() {
	folder := flag.String("crds", "", "the folder of CustomResourceDefinitions to compare, with all below it")
	flag.Parse()
	if err := run(*folder, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "upstream:", err)
		os.Exit(1)
	}
}

// errNew says that a folder has what the provider does not know.
var errNew = errors.New("the provider does not know all of it; CONTRIBUTING.md says how a release is adopted")

// run prints what a release with the definitions of a folder needs.
func run(folder string, out io.Writer) error {
	crds, err := readFolder(folder)
	if err != nil {
		return err
	}
	known, err := readDifferences()
	if err != nil {
		return err
	}
	text, anything, err := report(provider.Kinds(), known, crds)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(out, text); err != nil {
		return err
	}
	if anything {
		return errNew
	}
	return nil
}
