package main

// actionPage is the data of the page of an action.
type actionPage struct {
	// Type is the name of the action, and Description what it does.
	Type, Description string
	Examples          []example
	// Schema lists what its `config` block takes.
	Schema string
}

func (s *site) actionPage(name string) (actionPage, error) {
	served := s.served.ActionSchemas[name].Schema
	page := actionPage{Type: name, Description: served.Block.Description}
	entries, _ := servedAttributes(served.Block.Attributes, "", nil)
	page.Schema = entriesMarkdown(entries, "### %s")
	var err error
	page.Examples, err = s.examples("actions/" + name + "/action*.tf")
	return page, err
}
