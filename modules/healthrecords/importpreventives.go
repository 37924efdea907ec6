package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/clock"
	"github.com/petcare/petcare/platform/importing"
	"github.com/petcare/petcare/platform/text"
)

// PreventiveLine is an import line of type "preventive".
type PreventiveLine struct {
	Pet            string     `json:"pet" minLength:"1" maxLength:"100" doc:"External id of the pet" example:"P-1"`
	PreventiveType string     `json:"preventive_type" minLength:"1" maxLength:"100" doc:"External id of the preventive type" example:"PT-1"`
	Product        *string    `json:"product,omitempty" maxLength:"120" doc:"What was given" example:"Tickaway Spot-On"`
	AdministeredOn *clock.Day `json:"administered_on,omitempty" format:"date" doc:"When it was given: not after expires_on, not in the future" example:"2026-03-14"`
	ExpiresOn      clock.Day  `json:"expires_on" format:"date" doc:"The last day of protection" example:"2026-04-13"`
	Note           *string    `json:"note,omitempty" maxLength:"2000" doc:"Remarks" example:"Given by the owner."`
}

// PreventiveImport offers "preventive" to the import.
func (s *Service) PreventiveImport() importing.Type {
	return importing.For("healthrecords", importing.Spec[PreventiveLine]{
		Name:  "preventive",
		After: []string{"pet", "preventive_type"},
		Refs: func(l *PreventiveLine, refer func(field, recordType, externalID string)) {
			refer("pet", "pet", l.Pet)
			refer("preventive_type", "preventive_type", l.PreventiveType)
		},
		Find:  s.store.PreventiveIDs,
		Apply: s.importPreventives,
	})
}

func (s *Service) importPreventives(ctx context.Context, account uuid.UUID, batch []importing.Record[PreventiveLine], resolve importing.Resolve) error {
	known, err := s.store.LockPreventives(ctx, account, importing.Existing(batch))
	if err != nil {
		return err
	}
	today, err := s.today(ctx, account)
	if err != nil {
		return err
	}
	for id, p := range known {
		known[id] = p.on(today)
	}
	now := s.clock.Now()
	out, err := importing.UpsertPlan[PreventiveLine, Preventive]{
		Created: PreventiveCreated, Updated: PreventiveUpdated,
		Make: func(r importing.Record[PreventiveLine]) Preventive {
			return Preventive{ID: r.ID, AccountID: account, ExternalID: &r.ExternalID, CreatedAt: now, UpdatedAt: now, Version: 1}
		},
		Apply: func(r importing.Record[PreventiveLine], to *Preventive) {
			l := r.Line
			today.checkDays(l.ExpiresOn, l.AdministeredOn, r.Errors)
			to.PetID, to.PreventiveTypeID = resolve("pet", l.Pet), resolve("preventive_type", l.PreventiveType)
			to.Product, to.Note = text.Optional(l.Product), text.Optional(l.Note)
			to.AdministeredOn, to.ExpiresOn = l.AdministeredOn, l.ExpiresOn
			*to = to.on(today)
		},
		Touch: func(to *Preventive) { to.Version, to.UpdatedAt = to.Version+1, now },
	}.Plan(account, batch, known)
	if err != nil {
		return err
	}
	if err := s.store.SavePreventives(ctx, append(out.Created, out.Changed...)); err != nil {
		return err
	}
	written := make([]uuid.UUID, len(out.Events))
	for i, e := range out.Events {
		written[i] = e.Record
	}
	found, err := s.store.PreventivesByID(ctx, account, written) // with their types in words
	if err != nil {
		return err
	}
	for i, e := range out.Events {
		out.Events[i].Object = found[e.Record].on(today)
	}
	return s.events.Record(ctx, out.Events...)
}
