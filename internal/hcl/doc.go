// Package hcl prints Kubernetes objects as Terraform configuration: the blocks that somebody
// would write by hand, as `terraform fmt` lays them out.
package hcl
