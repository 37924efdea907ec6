package browser

import (
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// operations are the methods and paths of the OpenAPI document, with paths split into parts.
var (
	operations   = map[string][][]string{}
	readDocument sync.Once
)

func documented(b *tab) map[string][][]string {
	readDocument.Do(func() {
		document := kit.At(b.t, b.url).Send("", "GET", "/v1/openapi.json", nil).Object(200)
		for path, methods := range document["paths"].(map[string]any) {
			for method := range methods.(map[string]any) {
				operations[strings.ToUpper(method)] = append(operations[strings.ToUpper(method)], strings.Split("/v1"+path, "/"))
			}
		}
	})
	return operations
}

// check checks all requests of the tab: they only went to its server, every call other than sign-in and sign-out is in the OpenAPI
// document, and no script failed or was blocked by the content security policy.
func (b *tab) check() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, text := range b.said {
		b.t.Errorf("the browser complains: %s", text)
	}
	for _, a := range b.asked {
		switch path, own := strings.CutPrefix(a.url, b.url); {
		case a.url == "about:blank" || strings.HasPrefix(a.url, "data:"):
		case !own:
			b.t.Errorf("the console asks %s", a.url)
		case strings.HasPrefix(path, "/console"), strings.HasPrefix(path, "/docs"), path == "/v1/openapi.json":
		case !b.isOperation(a.method, path):
			b.t.Errorf("%s %s is not in the OpenAPI document", a.method, path)
		}
	}
}

func (b *tab) isOperation(method, target string) bool {
	u, err := url.Parse(target)
	if err != nil {
		return false
	}
	fits := func(part, asked string) bool { return part == asked || strings.HasPrefix(part, "{") }
	return slices.ContainsFunc(documented(b)[method], func(known []string) bool {
		return slices.EqualFunc(known, strings.Split(u.Path, "/"), fits)
	})
}
