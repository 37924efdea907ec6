package e2e

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// The document says of each key of a change whether it takes null, and the service is of the same opinion.
func TestDocumentAndServiceAgreeAboutNull(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../adapters/httpapi/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]map[string]any
			}
		}
	}
	if err := yaml.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	own := kit.NewTenant(t)
	made := func(path string, body string) string {
		return path + "/" + own.Do("POST", path, body).Object(http.StatusCreated)["id"].(string)
	}
	customer := made("customers", `{"first_name":"Ann","last_name":"Smith"}`)
	pet := made(customer+"/pets", `{"name":"Rex","species":"dog","weight":{"value":"3","unit":"kg"}}`)
	kind := made("vaccinationTypes", `{"name":"Test"}`)
	for name, path := range map[string]string{
		"CustomerPatch": customer, "PetPatch": pet, "BreedPatch": made("breeds", `{"name":"Testhound","species":"dog"}`),
		"ColourCodePatch":         made("colourCodes", `{"type":"pet","name":"Red","colour":"#FF0000"}`),
		"SecondaryPetStatusPatch": made("secondaryPetStatuses", `{"name":"Senior"}`),
		"FieldPatch":              made("petFields/custom", `{"label":"Diet","type":"text"}`),
		"NotePatch":               made(customer+"/notes", `{"body":"Hello"}`), "VaccinationTypePatch": kind,
		"VaccinationPatch": made("pets/"+pet[strings.LastIndex(pet, "/")+1:]+"/vaccinations",
			`{"vaccination_type_id":"`+kind[strings.LastIndex(kind, "/")+1:]+`","expires_on":"2030-01-01"}`),
	} {
		properties := document.Components.Schemas[name].Properties
		if len(properties) == 0 {
			t.Errorf("there is no %s in the document", name)
		}
		for key, property := range properties {
			answer := own.Do("PATCH", path, `{"`+key+`":null}`)
			refused := answer.Status == http.StatusUnprocessableEntity && strings.Contains(answer.Text, `"code":"null"`)
			if says := takesNull(property); says == refused {
				t.Errorf("%s: the document says of null for %s: %t; the service: %d %.300s", name, key, says, answer.Status, answer.Text)
			}
		}
	}
	pets := "pets/" + pet[strings.LastIndex(pet, "/")+1:]
	for name, path := range map[string]string{"NoteCreate": customer + "/notes", "VaccinationCreate": pets + "/vaccinations", "FieldCreate": "petFields/custom",
		"PetCreate": customer + "/pets", "BreedCreate": "breeds", "ColourCodeCreate": "colourCodes", "VaccinationTypeCreate": "vaccinationTypes"} {
		for key, property := range document.Components.Schemas[name].Properties {
			answer := own.Do("POST", path, `{"`+key+`":null}`)
			refused := strings.Contains(answer.Text, `"location":"body.`+key+`","code":"null"`)
			if says := takesNull(property); answer.Status != http.StatusUnprocessableEntity || says == refused {
				t.Errorf("%s: the document says of null for %s: %t; the service: %d %.300s", name, key, says, answer.Status, answer.Text)
			}
		}
	}
}

func takesNull(property map[string]any) bool {
	if kinds, ok := property["type"].([]any); ok {
		return slices.Contains(kinds, any("null"))
	}
	_, anyOf := property["anyOf"]
	return anyOf
}
