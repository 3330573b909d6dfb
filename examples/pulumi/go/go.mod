module github.com/inferops/terraform-provider-inference/examples/pulumi/go

go 1.26

// `make pulumi-sdk` writes it.
replace github.com/inferops/pulumi-inference/sdk/go => ../../../.build/pulumi/sdk/go

require (
	github.com/inferops/pulumi-inference/sdk/go v0.0.0
	github.com/pulumi/pulumi/sdk/v3 v3.256.0
)
