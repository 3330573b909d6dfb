// Package surface is what people meet beside resources: data sources, functions, list resources and actions.
package surface
