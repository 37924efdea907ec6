package importing_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/events"
	"github.com/petcare/petcare/platform/ids"
	"github.com/petcare/petcare/platform/importing"
)

type tax struct {
	ID      uuid.UUID `json:"id"`
	Name    string    `json:"name"`
	Version int       `json:"version"`
}

func taxes() importing.UpsertPlan[taxLine, tax] {
	return importing.UpsertPlan[taxLine, tax]{
		Created: "tax.created", Updated: "tax.updated",
		Make: func(r importing.Record[taxLine]) tax { return tax{ID: r.ID, Version: 1} },
		Apply: func(r importing.Record[taxLine], to *tax) {
			if r.Line.Name == "" {
				r.Errors.Add("name", "required", "is required")
			}
			to.Name = r.Line.Name
		},
		Touch: func(to *tax) { to.Version++ },
	}
}

func line(id uuid.UUID, name string) importing.Record[taxLine] {
	return importing.Record[taxLine]{ID: id, Line: taxLine{Name: name}, Errors: &apperr.FieldErrors{}}
}

func TestPlanSortsOutWhatIsNewChangedAndTheSame(t *testing.T) {
	t.Parallel()
	account, fresh, changed, same, faulty, faultyToo := ids.New(), ids.New(), ids.New(), ids.New(), ids.New(), ids.New()
	known := map[uuid.UUID]tax{changed: {changed, "Old", 4}, same: {same, "Same", 7}, faultyToo: {faultyToo, "Kept", 1}}
	batch := []importing.Record[taxLine]{line(fresh, "Fresh"), line(faulty, ""), line(same, "Same"), line(faultyToo, ""), line(changed, "New")}
	out, err := taxes().Plan(account, batch, known)
	if err != nil {
		t.Fatal(err)
	}
	created, updated := tax{fresh, "Fresh", 1}, tax{changed, "New", 5}
	if len(out.Created) != 1 || out.Created[0] != created {
		t.Errorf("created %+v", out.Created)
	}
	if len(out.Changed) != 1 || out.Changed[0] != updated {
		t.Errorf("changed %+v", out.Changed)
	}
	if len(out.Events) != 2 || out.Events[0] != (events.Public{Type: "tax.created", Account: account, Record: fresh, Object: created}) ||
		out.Events[1] != (events.Public{Type: "tax.updated", Account: account, Record: changed, Object: updated, Before: tax{changed, "Old", 4}}) {
		t.Errorf("events %+v", out.Events)
	}
	if len(*batch[1].Errors) != 1 || len(*batch[3].Errors) != 1 || len(*batch[0].Errors) != 0 {
		t.Error("the faults stand elsewhere")
	}
}

func TestPlanFailsForWhatCannotBeCompared(t *testing.T) {
	t.Parallel()
	id := ids.New()
	_, err := importing.UpsertPlan[taxLine, func()]{Apply: func(importing.Record[taxLine], *func()) {}}.
		Plan(ids.New(), []importing.Record[taxLine]{line(id, "x")}, map[uuid.UUID]func(){id: nil})
	if err == nil {
		t.Error("functions were compared as records")
	}
}
