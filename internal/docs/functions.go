package main

import (
	"fmt"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// functionPage is the data of the page of a provider function.
type functionPage struct {
	Name, Summary, Description string
	Examples                   []example
	// Signature is how the function is called, Arguments a numbered list.
	Signature, Arguments string
}

func (s *site) functionPage(name string) (functionPage, error) {
	f := s.served.Functions[name]
	page := functionPage{Name: name, Summary: f.Summary, Description: f.Description}
	var err error
	if page.Examples, err = s.examples("functions/" + name + "/function*.tf"); err != nil {
		return page, err
	}
	var parameters, lines []string
	for i, p := range f.Parameters {
		parameters = append(parameters, p.Name+" "+strings.ToLower(servedType(p.Type)))
		nullable := ""
		if p.AllowNullValue {
			nullable = ", nullable"
		}
		lines = append(lines, fmt.Sprintf("%d. `%s` (%s%s) %s", i+1, p.Name, servedType(p.Type), nullable, oneLine(p.Description)))
	}
	if p := f.VariadicParameter; p != nil {
		parameters = append(parameters, p.Name+" "+strings.ToLower(servedType(p.Type))+"...")
		lines = append(lines, fmt.Sprintf("%d. `%s` (%s, any number of them) %s", len(f.Parameters)+1, p.Name, servedType(p.Type), oneLine(p.Description)))
	}
	page.Signature = fmt.Sprintf("provider::%s::%s(%s) %s", provider.TypeName, name, strings.Join(parameters, ", "), strings.ToLower(servedType(f.Return.Type)))
	page.Arguments = strings.Join(lines, "\n")
	return page, nil
}
