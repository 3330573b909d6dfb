// Package prepare waits for the Job that prepares what is applied after it, such as the download of the weights that pods then serve.
package prepare
