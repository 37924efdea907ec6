package customerspets_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
)

func TestOtherModulesShowCustomersNoAlertThatTheFormHides(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.customer(`{"first_name": "Ann", "alert": "Pays late"}`)
	p := w.pet(c.ID, `{"name": "Rex", "species": "dog", "alert": "Bites"}`)
	alerts := func(ctx context.Context) string {
		labels, labelled := w.service.PetLabels(ctx, w.account, []uuid.UUID{p.ID})
		pets, summed := w.service.PetSummaries(ctx, w.account, []uuid.UUID{p.ID})
		customers, err := w.service.CustomerSummaries(ctx, w.account, []uuid.UUID{c.ID})
		must(t, errors.Join(labelled, summed, err))
		return strings.Join([]string{text(labels[p.ID].Alert), text(pets[p.ID].Alert), text(customers[c.ID].Alert)}, ", ")
	}
	if got := alerts(w.ctx); got != "Bites, Bites, Pays late" {
		t.Errorf("staff see %s", got)
	}
	if got := alerts(w.as(c.ID)); got != "<null>, <null>, <null>" {
		t.Errorf("the customer sees %s", got)
	}
	w.standard(configlists.PetForm, `{"key": "alert", "visible_to_customer": true}`)
	w.standard(configlists.CustomerForm, `{"key": "alert", "visible_to_customer": true}`)
	if got := alerts(w.as(c.ID)); got != "<null>, Bites, Pays late" {
		t.Errorf("the customer sees %s of what the form shows", got)
	}
}
