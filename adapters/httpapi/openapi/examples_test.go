package openapi_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/petcare/petcare/adapters/httpapi/openapi"
	"github.com/petcare/petcare/platform/testkit"
)

type dog struct {
	Name string `json:"name" example:"Rex"`
}

type problem struct {
	Code string `json:"code"`
}

type envelope struct {
	ID   string `json:"id" format:"uuid"`
	Type string `json:"type" example:"pet.updated"`
	Data struct {
		Object   any            `json:"object"`
		Previous map[string]any `json:"previous"`
	} `json:"data"`
}

func TestBodiesOfWebhooksHaveAnExampleWithTheirTypeAndRecord(t *testing.T) {
	t.Parallel()
	api, _ := openapi.New("/v1", "1.0.0")
	api.Components.Schemas.Schema(reflect.TypeFor[problem](), true, "")
	done := map[string]*huma.Response{"204": {Description: "Done"}}
	api.Paths = map[string]*huma.PathItem{"/dogs": {Delete: &huma.Operation{OperationID: "deleteDogs", Responses: done}}}
	openapi.Webhooks(api, reflect.TypeFor[envelope](), []openapi.Event{
		{Name: "dog.updated", Object: reflect.TypeFor[dog]()}, {Name: "dog.created", Object: reflect.TypeFor[dog]()}, {Name: "list.loaded"},
	})
	made := testkit.Must[openapi.Document](t)(openapi.Render(api, nil))
	type schema struct {
		Ref      string `json:"$ref"`
		Examples []envelope
	}
	var doc struct {
		Webhooks map[string]struct {
			Post struct {
				RequestBody struct {
					Content map[string]struct{ Schema schema }
				}
			}
		}
		Components struct{ Schemas map[string]schema }
	}
	if err := json.Unmarshal(made.JSON, &doc); err != nil {
		t.Fatal(err)
	}
	for event, want := range map[string]struct {
		kind   string
		object any
	}{
		"dog.created": {"dog.created", map[string]any{"name": "Rex"}}, "dog.updated": {"dog.created", map[string]any{"name": "Rex"}},
		"list.loaded": {"list.loaded", nil},
	} {
		body := doc.Webhooks[event].Post.RequestBody.Content["application/json"].Schema
		got := doc.Components.Schemas[strings.TrimPrefix(body.Ref, "#/components/schemas/")].Examples
		if len(got) != 1 || got[0].ID == "" || got[0].Type != want.kind || !reflect.DeepEqual(got[0].Data.Object, want.object) || got[0].Data.Previous != nil {
			t.Errorf("%s: %+v", event, got)
		}
	}
}

func TestSectionsStandInTheirOrderAndThoseOfOtherModulesBehind(t *testing.T) {
	t.Parallel()
	api, _ := openapi.New("/v1", "1.0.0")
	api.Components.Schemas.Schema(reflect.TypeFor[problem](), true, "")
	made := testkit.Must[openapi.Document](t)(openapi.Render(api, []string{"Incidents", "Orders", "Pets", "Incidents", "API keys", "Pets"}))
	var doc struct {
		Tags []struct{ Name, Description string }
	}
	if err := json.Unmarshal(made.JSON, &doc); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tag := range doc.Tags {
		if names = append(names, tag.Name); tag.Description == "" {
			t.Errorf("nothing is said of %s", tag.Name)
		}
	}
	if got := strings.Join(names, ", "); got != "Pets, Orders, API keys, Incidents" {
		t.Error(got)
	}
}
