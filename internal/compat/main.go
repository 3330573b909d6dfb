// Command compat writes down the schema that the provider serves, and compares it with the
// one that was written down at the last release. `make schema` runs it.
//
// Users' configurations and states are written against a release. What they would have to
// change for the next one is a breaking change, and needs a version that says so.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
)

func main() {
	file := flag.String("dump", "internal/compat/schema.json", "the dump to compare with and to write")
	version := flag.String("version", "", "the version that the dump is of, such as 0.1.0")
	flag.Parse()
	if err := write(context.Background(), *file, *version); err != nil {
		fmt.Fprintln(os.Stderr, "compat:", err)
		os.Exit(1)
	}
}

// write writes the schema of the provider at a version, unless it breaks the one in the file.
func write(ctx context.Context, file, version string) error {
	served, err := Served(ctx, version)
	if err != nil {
		return err
	}
	switch released, err := Read(file); {
	case os.IsNotExist(err): // the first one
	case err != nil:
		return err
	default:
		if err := Allowed(released, served); err != nil {
			return err
		}
	}
	return served.Write(file)
}
