package ome

import "embed"

//go:embed *.rules.yaml
var ruleFiles embed.FS
