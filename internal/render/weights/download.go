package weights

import _ "embed"

// DownloadScript puts weights where an engine looks for them, by a shell and curl; its head says by which variables it is told.
//
//go:embed download.sh
var DownloadScript string

// DownloadImage has a shell and curl.
//
// Source: defilantech/LLMKube cmd/main.go@v0.9.19.
const DownloadImage = "docker.io/curlimages/curl:8.18.0"
