// Package forecast tells at plan what an apply will do: which pods stop and what they hold, whether pods find room, and what the
// API server will say.
package forecast
