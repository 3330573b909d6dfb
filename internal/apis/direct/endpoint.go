package direct

// Endpoint are the options of direct mode for an endpoint, which has no other mode.
type Endpoint struct {
	Common `json:",inline"`
}
