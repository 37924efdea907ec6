package notes

import (
	"strings"
	"testing"

	"github.com/petcare/petcare/adapters/httpapi"
)

func TestFourteenOperationsAreRegisteredAndDocumented(t *testing.T) {
	t.Parallel()
	a := httpapi.New(httpapi.Options{})
	register(a, nil)
	if n := len(a.Operations()); n != 14 {
		t.Errorf("%d operations", n)
	}
	ids := map[string]bool{}
	for _, op := range a.Operations() {
		ids[op.ID] = true
		if writes := op.Method != "GET"; writes != (op.Access.Customers == "") {
			t.Errorf("%s: customers may: %q", op.ID, op.Access.Customers)
		}
		if want := map[bool]string{true: "notes:read", false: "notes:write"}[op.Method == "GET"]; op.Access.Abilities[0] != want {
			t.Errorf("%s asks for %v", op.ID, op.Access.Abilities)
		}
	}
	if len(ids) != 14 {
		t.Errorf("operation ids repeat: %v", ids)
	}
	document, err := a.Document()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"NoteCreate", "NotePatch", "noteId", "petId", "orderId", "visibility"} {
		if !strings.Contains(string(document), want) {
			t.Errorf("the document lacks %s", want)
		}
	}
}
