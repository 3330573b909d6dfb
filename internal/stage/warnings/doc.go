// Package warnings keeps what a plan warned of in the attribute `warnings`.
package warnings
