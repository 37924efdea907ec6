package httpapi

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/petcare/petcare/adapters/httpapi/openapi"
	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/kernel/lists"
)

// Document returns the OpenAPI document of the registered operations as YAML.
func (a *API) Document() ([]byte, error) {
	d, err := a.document()
	return d.YAML, err
}

// DocumentForClients returns the JSON document from which clients are generated.
func (a *API) DocumentForClients() ([]byte, error) {
	d, err := a.document()
	if err != nil {
		return nil, err
	}
	return d.ForClients()
}

func (a *API) render() (openapi.Document, error) {
	a.prepare()
	sections := lists.Map(a.operations, func(op Operation) string { return op.Tag })
	for _, describe := range a.described {
		describe()
	}
	return openapi.Render(a.huma.OpenAPI(), sections)
}

// requestedDocument returns the document for a valid request.
func (a *API) requestedDocument(g *gin.Context, contentType string) (openapi.Document, error) {
	if err := a.limitAddress(g); err != nil {
		return openapi.Document{}, err
	}
	if !accepts(listOf(g.Request.Header, "Accept"), contentType) {
		return openapi.Document{}, problem(http.StatusNotAcceptable, "not_acceptable", "answers are "+contentType)
	}
	var faults schema.Faults
	if (&input{}).checkQuery(g.Request, &faults); faults.Any() {
		faults.Sort()
		return openapi.Document{}, invalid(faults)
	}
	return a.document()
}

// serveDocument serves the document below the base path.
func (a *API) serveDocument() {
	serve := func(contentType string, pick func(openapi.Document) []byte) gin.HandlerFunc {
		return func(g *gin.Context) {
			d, err := a.requestedDocument(g, contentType)
			if err != nil {
				a.refuse(g, err)
				return
			}
			g.Header("Cache-Control", "no-cache")
			g.Data(http.StatusOK, contentType, pick(d))
		}
	}
	a.engine.GET(Base+"/openapi.json", serve("application/json", func(d openapi.Document) []byte { return d.JSON }))
	a.engine.GET(Base+"/openapi.yaml", serve("application/yaml", func(d openapi.Document) []byte { return d.YAML }))
}
