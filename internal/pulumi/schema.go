package pulumi

import (
	"embed"
	"fmt"
)

// generated holds what `make pulumi` writes before it builds the plugin.
//
//go:embed all:generated
var generated embed.FS

// SchemaFile is the file of the package schema in the folder `generated`.
const SchemaFile = "schema.json"

// PackageSchema returns the schema of the package as JSON. It fails in a program that was
// built without it.
func PackageSchema() ([]byte, error) {
	schema, err := generated.ReadFile("generated/" + SchemaFile)
	if err != nil {
		return nil, fmt.Errorf("the program was built without the schema of the package, build it with `make pulumi`: %w", err)
	}
	return schema, nil
}
