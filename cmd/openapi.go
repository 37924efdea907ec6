package petcarecmd

import "github.com/petcare/petcare/adapters/httpapi"

type openapiCmd struct {
	ForClients bool `help:"Print the view that clients are generated from, as JSON."`
}

// Run prints the document.
func (o *openapiCmd) Run(s *settings, std streams) error {
	var a *httpapi.API
	if err := s.inspect(std, &a); err != nil {
		return err
	}
	document := a.Document
	if o.ForClients {
		document = a.DocumentForClients
	}
	text, err := document()
	if err != nil {
		return err
	}
	_, err = std.out.Write(text)
	return err
}
