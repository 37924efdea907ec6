package e2e

import (
	"strings"
	"testing"
)

// The summaries beside orders show customers only what they may read anyway: no alerts of staff, and no pet that has changed its
// owner.
func TestSummariesOfOrdersShowCustomersTheirOwn(t *testing.T) {
	s := newTenant(t)
	owner, token := s.Login()
	next := s.NewCustomer(nil)
	s.Do("PATCH", "customers/"+owner["id"].(string), `{"external_id": "C", "alert": "Pays late"}`).Object(200)
	stays := s.NewPet(owner, map[string]any{"external_id": "P1", "name": "Stays", "alert": "Bites"})
	moves := s.NewPet(owner, map[string]any{"external_id": "P2", "name": "Moves", "alert": "Howls"})
	order := `{"type":"order","external_id":"O","number":"N","customer":"C","status":"open","pets":["P2","P1"],"lines":[]}`
	load(s, order)
	s.Do("POST", "customers/"+owner["id"].(string)+"/pets/"+moves["id"].(string)+"/transfer", map[string]any{"customer_id": next["id"]}).Object(200)

	photo := upload(s, s.Key, "pets/"+stays["id"].(string)+"/files?kind=photo", "image/jpeg", photograph(t, 60, 40, 1)).Object(201)
	s.Do("PATCH", "customers/"+owner["id"].(string)+"/pets/"+stays["id"].(string), map[string]any{"photo_file_id": photo["id"]}).Object(200)

	const path = "orders?include=customer,pets"
	staff, own := s.Do("GET", path, nil).List()[0], s.Send(token, "GET", s.Base+"/"+path, nil).List()[0]
	if names(staff["pets"]) != "Moves, Stays" || staff["customer"].(map[string]any)["alert"] != "Pays late" ||
		staff["pets"].([]any)[1].(map[string]any)["alert"] != "Bites" {
		t.Errorf("staff see %v", staff)
	}
	if shown, _ := staff["pets"].([]any)[1].(map[string]any)["photo"].(map[string]any); shown["id"] != photo["id"] ||
		s.Do("GET", shown["url"].(string), nil).Status != 200 || staff["pets"].([]any)[0].(map[string]any)["photo"] != nil {
		t.Errorf("the photos of %v", staff["pets"])
	}
	pets := own["pets"].([]any)
	if names(pets) != "Stays" || pets[0].(map[string]any)["alert"] != nil || pets[0].(map[string]any)["id"] != stays["id"] ||
		own["customer"].(map[string]any)["alert"] != nil || own["customer"].(map[string]any)["name"] != "Jo Bloggs" {
		t.Errorf("the customer sees %v", own)
	}
	s.Do("PATCH", "petFields/standard", `{"fields":[{"key":"alert","visible_to_customer":true},{"key":"photo_file_id","visible_to_customer":false}]}`).
		Object(200)
	one := s.Send(token, "GET", s.Base+"/orders/"+own["id"].(string)+"?include=pets", nil).Object(200)
	if alert := one["pets"].([]any)[0].(map[string]any)["alert"]; alert != "Bites" {
		t.Errorf("an alert that is open to customers is %v", alert)
	}
	if own["pets"].([]any)[0].(map[string]any)["photo"] == nil || one["pets"].([]any)[0].(map[string]any)["photo"] != nil {
		t.Errorf("the photo is shown as the form says: %v, then %v", own, one)
	}
	if _, shown := one["customer"]; shown {
		t.Errorf("what was not asked for is shown: %v", one)
	}
	s.Do("POST", "customers/"+owner["id"].(string)+"/pets/"+stays["id"].(string)+"/transfer", map[string]any{"customer_id": next["id"]}).Object(200)
	if none, isThere := s.Send(token, "GET", s.Base+"/"+path, nil).List()[0]["pets"].([]any); !isThere || len(none) > 0 {
		t.Errorf("without pets of their own the list is %v", none)
	}
	reads := s.NewKey("orders:read")
	s.Send(reads, "GET", s.Base+"/orders/"+own["id"].(string)+"?include=pets", nil).Problem(403, "ability_missing")
	s.Send(reads, "GET", s.Base+"/orders/"+own["id"].(string), nil).Object(200)
}

func names(pets any) string {
	var list []string
	for _, p := range pets.([]any) {
		list = append(list, p.(map[string]any)["name"].(string))
	}
	return strings.Join(list, ", ")
}
