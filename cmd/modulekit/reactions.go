package modulekit

import (
	"context"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/petcare/petcare/platform/kernel/events"
)

// watchedReactions, once armed, calls every reaction with a context that has ended, so that all its statements fail and it must
// return an error. The transaction is rolled back and retried with the normal context.
type watchedReactions struct {
	armed     atomic.Pointer[string] // the module whose reactions are checked
	mu        sync.Mutex
	reactions []*watchedReaction
}

type watchedReaction struct {
	module    string
	event     reflect.Type
	again     bool // the last call was a trial, so this one is the retry
	tried     bool
	asked     bool // it has used the database; statements that are only queued cannot fail yet
	swallowed bool
}

func (w *watchedReactions) watch(reactions []events.Reaction) []events.Reaction {
	watched := make([]events.Reaction, len(reactions))
	for i, r := range reactions {
		one := &watchedReaction{module: r.Module, event: r.Event()}
		w.reactions = append(w.reactions, one)
		watched[i] = r.Around(func(ctx context.Context, event any, react func(context.Context, any) error) error {
			if module := w.armed.Load(); module == nil || *module != one.module || !w.isDue(one) {
				return react(ctx, event)
			}
			ended := &endedContext{Context: ctx}
			err := react(ended, event)
			w.mu.Lock()
			defer w.mu.Unlock()
			one.tried = true
			one.asked = ended.asked.Load()
			one.swallowed = one.asked && err == nil
			return &pgconn.PgError{Code: "40001", Message: "the reaction was tried"}
		})
	}
	return watched
}

// isDue reports whether a call is a trial. Every second call is, until one has used the database.
func (w *watchedReactions) isDue(r *watchedReaction) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	r.again = !r.again && !r.asked
	return r.again
}

// endedContext has ended and records whether it was checked.
type endedContext struct {
	context.Context
	asked atomic.Bool
}

// Err implements context.Context.
func (c *endedContext) Err() error {
	c.asked.Store(true)
	return context.Canceled
}

var ended = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// Done implements context.Context.
func (c *endedContext) Done() <-chan struct{} {
	c.asked.Store(true)
	return ended
}

// checkReactions publishes the events to which modules react, and checks the reactions' errors when the database fails.
func (c *checker) checkReactions(t *testing.T) {
	mine := []*watchedReaction{}
	for _, r := range c.reactions.reactions {
		if r.module == c.module {
			mine = append(mine, r)
		}
	}
	if len(mine) == 0 {
		return
	}
	s := c.site(t)
	s.Pet()
	c.reactions.armed.Store(&c.module)
	defer c.reactions.armed.Store(nil)
	s.changePets()
	for _, deed := range c.options.Deeds {
		deed(s)
	}
	s.mergeAndErase()
	c.checkMerged(s)
	for _, r := range mine {
		switch {
		case r.swallowed:
			c.fault(Reactions, r.event.String(), "swallows errors: its statements failed, and it said nothing")
		case !r.tried:
			c.fault(Reactions, r.event.String(), "was not tried: publish the event in Options.Deeds")
		}
	}
}

// changePets does what most modules react to: it changes the owner of pets and marks them as deceased. The pets have a record of
// every kind of the module.
func (s *Site) changePets() {
	pet := "customers/" + s.Customer() + "/pets/" + s.Pet()
	for _, op := range s.checker.operations {
		if op.Module == s.checker.module && op.Method == "POST" && op.inAccount() && !op.ReadOnly {
			path, body := s.way(op)
			s.Make(path, body)
		}
	}
	breed := s.Make("breeds", map[string]any{"name": "Zwergwolf", "species": "dog"})
	s.ask(s.Key, "PATCH", s.at(pet), map[string]any{"name": "Max", "breed_ids": []string{breed}})
	s.ask(s.Key, "PATCH", s.at("breeds/"+breed), map[string]any{"name": "Riesenwolf"})
	s.ask(s.Key, "DELETE", s.at("breeds/"+breed), nil)
	next := s.Make("customers", map[string]any{"first_name": "Ben"})
	s.ask(s.Key, "POST", s.at(pet+"/transfer"), map[string]any{"customer_id": next})
	s.ask(s.Key, "PATCH", s.at("customers/"+next+"/pets/"+s.Pet()), map[string]any{"status": "deceased"})
}

// checkMerged finds rows that still name the customer and the pet who were merged into others.
func (c *checker) checkMerged(s *Site) {
	var columns []struct{ Table, Name string }
	err := c.service.DB.In(s.T.Context()).Raw(`
		select c.table_schema || '.' || c.table_name as table, c.column_name as name from information_schema.columns c
		join pg_tables t on t.schemaname = c.table_schema and t.tablename = c.table_name where c.column_name in ('customer_id', 'pet_id')
		and exists (select from information_schema.columns a
			where a.table_schema = c.table_schema and a.table_name = c.table_name and a.column_name = 'account_id')`).Scan(&columns).Error
	if err != nil {
		s.T.Error(err)
	}
	gone := map[string][2]string{
		"customer_id": {s.Customer(), "CustomersMerged"},
		"pet_id":      {s.Pet(), "PetsMerged"},
	}
	for _, col := range columns {
		if !c.owns(col.Table) {
			continue
		}
		var left int64
		err := c.service.DB.In(s.T.Context()).Table(col.Table).Where(col.Name+" = ? and account_id = ?", gone[col.Name][0], s.Account.ID).
			Count(&left).Error
		if err != nil {
			s.T.Error(err)
		}
		if left > 0 {
			c.fault(Reactions, col.Table+"."+col.Name, "%d rows still hold the id of a merged record: move them when customerspets.%s is published",
				left, gone[col.Name][1])
		}
	}
}

// mergeAndErase does what most modules react to for the last time: the customer and the pet are gone.
func (s *Site) mergeAndErase() {
	left := s.Make("customers", map[string]any{"first_name": "Cleo"})
	s.ask(s.Key, "POST", s.at("customers/"+left+"/merge"), map[string]any{"source_id": s.Customer()})
	other := s.Make("customers/"+left+"/pets", map[string]any{"name": "Moritz", "species": "dog"})
	s.ask(s.Key, "POST", s.at("pets/"+other+"/merge"), map[string]any{"source_id": s.Pet()})
	s.ask(s.Key, "POST", s.at("customers/"+left+"/erase"), map[string]any{"reason": "other", "confirm": left})
}
