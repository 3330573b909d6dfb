// A program in Go: a chat model on one GPU, without an operator.
package main

import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"

func main() {
	pulumi.Run(program)
}
