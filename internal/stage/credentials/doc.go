// Package credentials writes the attribute `credentials` into Secrets, and tells from digests alone what has changed.
package credentials
