// Terraform is published as source and as programs under its own licence. Each go-<release>.mod pins one release, which
// go build -modfile builds: the module root needs this file.
module github.com/inferops/terraform-provider-inference/internal/tools/terraform

go 1.26.6
