package customerspets

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apperr"
	"github.com/petcare/petcare/platform/caller"
)

// given are the keys of a change that are there, with their values: what forms have to say depends on them.
type given map[string]json.RawMessage

func keysOf(record any) (given, error) {
	text, err := json.Marshal(record)
	if err != nil {
		return nil, fmt.Errorf("encode %T: %w", record, err)
	}
	g := given{}
	if err := json.Unmarshal(text, &g); err != nil {
		return nil, fmt.Errorf("read the keys of %T: %w", record, err)
	}
	return g, nil
}

// has reports whether the key is there with a value.
func (g given) has(key string) bool {
	value, ok := g[key]
	return ok && !empty(value)
}

func empty(value json.RawMessage) bool {
	switch string(value) {
	case "null", `""`, "[]", "{}":
		return true
	}
	return false
}

// mayClear reports whether a change can leave a key without a value; parts of objects may be all that it had.
func (g given) mayClear() bool {
	for _, value := range g {
		if empty(value) || bytes.HasPrefix(value, []byte("{")) {
			return true
		}
	}
	return false
}

// formFor holds the form when it has a say in the change: always for a new record and for a customer, else when a key is
// cleared or custom fields are given.
func (s *Service) formFor(ctx context.Context, account uuid.UUID, kind Kind, g given, fresh bool) (Form, error) {
	if !fresh && !g.mayClear() && !caller.From(ctx).IsCustomer() {
		return Form{}, nil
	}
	return s.lists.FormForShare(ctx, account, kind)
}

// staffOnly are the keys that no form opens to customers.
var staffOnly = []string{"external_id", "password"}

// permit fails when a customer gives a key that the form does not open to customers.
func (f Form) permit(ctx context.Context, kind Kind, g given) error {
	if !caller.From(ctx).IsCustomer() {
		return nil
	}
	custom := map[string]any{}
	if text, ok := g["custom_fields"]; ok {
		if err := json.Unmarshal(text, &custom); err != nil {
			return fmt.Errorf("read custom_fields: %w", err)
		}
	}
	var closed []string
	// null clears them all, those too of which the customer is not to know.
	if custom == nil && slices.ContainsFunc(slices.Collect(maps.Values(f.Custom)), func(r Rule) bool { return !r.Editable }) {
		closed = append(closed, "custom_fields")
	}
	for key := range g {
		never := slices.Contains(staffOnly, key) || kind == OfCustomers && key == "status"
		if key != "custom_fields" && (never || !f.Standard[key].Editable) {
			closed = append(closed, key)
		}
	}
	for key := range custom {
		if !f.Custom[key].Editable {
			closed = append(closed, "custom_fields."+key)
		}
	}
	if len(closed) == 0 {
		return nil
	}
	slices.Sort(closed)
	return apperr.NewForbidden("forbidden", "customers cannot set "+strings.Join(closed, ", "))
}

// state is a record with its custom values; the record is nil where there is none yet.
type state struct {
	record any
	custom map[string]any
}

// demand notes the required fields without a value: of a new record all of them, of a changed one those that the change
// clears; what had no value before a rule came need not get one. Keys with a default (status) count as given only when the
// change gives them.
func (f Form) demand(ctx context.Context, g given, before, after state, faults *apperr.FieldErrors) error {
	fresh := before.record == nil
	if keys := asked(ctx, f.Standard); len(keys) > 0 {
		was, err := keysOf(before.record)
		if err != nil {
			return err
		}
		now, err := keysOf(after.record)
		if err != nil {
			return err
		}
		for _, key := range keys {
			_, touched := g[key]
			filled := touched && string(g[key]) != "null" && (now.has(key) || key == "password")
			if !filled && (fresh || touched && (was.has(key) || key == "password")) {
				faults.Add(key, "required", "is required")
			}
		}
	}
	var changed map[string]json.RawMessage
	cleared := false
	if text, ok := g["custom_fields"]; ok {
		cleared = string(text) == "null"
		if err := json.Unmarshal(text, &changed); err != nil {
			return fmt.Errorf("read custom_fields: %w", err)
		}
	}
	for _, key := range asked(ctx, f.Custom) {
		_, touched := changed[key]
		wrong := slices.ContainsFunc(*faults, func(is apperr.FieldError) bool { return is.Field == "custom_fields."+key })
		_, had := before.custom[key]
		if _, filled := after.custom[key]; !filled && !wrong && (fresh || had && (touched || cleared)) {
			faults.Add("custom_fields."+key, "required", "is required")
		}
	}
	return nil
}

// asked are the keys that need a value, in order.
func asked(ctx context.Context, rules map[string]Rule) []string {
	isCustomer := caller.From(ctx).IsCustomer()
	keys := []string{}
	for key, rule := range rules {
		// What customers cannot fill in is not asked of them. Nameless pets do not get this far.
		if rule.Required && (rule.Editable || !isCustomer) && key != "name" && key != "species" {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// merge lays the given custom values over those that a record has and says what the record has then.
func (f Form) merge(change, into map[string]any, faults *apperr.FieldErrors) map[string]any {
	stored, wrong := f.Check(change)
	*faults = append(*faults, wrong...)
	merged := maps.Clone(into)
	if merged == nil {
		merged = map[string]any{}
	}
	for key, value := range stored {
		if value == nil {
			delete(merged, key)
			continue
		}
		merged[key] = value
	}
	return merged
}

// shown leaves out of custom values what customers may not see.
func (f Form) shown(values map[string]any) map[string]any {
	visible := map[string]any{}
	for key, value := range values {
		if f.Custom[key].Visible {
			visible[key] = value
		}
	}
	return visible
}
