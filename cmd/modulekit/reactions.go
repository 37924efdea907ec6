package modulekit

import (
	"context"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/petcare/petcare/platform/events"
)

// watchedReactions tries, once it is armed, every reaction with a context that has ended: no statement of it can succeed then, and
// it has to say so. The transaction is undone and runs again, with the reaction as it is.
type watchedReactions struct {
	armed     atomic.Pointer[string] // the module whose reactions are tried
	mu        sync.Mutex
	reactions []*watchedReaction
}

type watchedReaction struct {
	module    string
	event     reflect.Type
	again     bool // the last call was a trial: this one is the transaction that runs again
	tried     bool
	asked     bool // it has wanted something of the database; what it only queues for the commit cannot fail unheard
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

// isDue reports whether a call is to be a trial: every second one, until one has shown something.
func (w *watchedReactions) isDue(r *watchedReaction) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	r.again = !r.again && !r.asked
	return r.again
}

// endedContext has ended, and notices who looks.
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

// checkReactions publishes what modules react to and looks what the reactions did with a database that fails.
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
	for _, r := range mine {
		switch {
		case r.swallowed:
			c.fault(Reactions, r.event.String(), "swallows errors: its statements failed, and it said nothing")
		case !r.tried:
			c.fault(Reactions, r.event.String(), "was not tried: publish the event in Options.Deeds")
		}
	}
}

// changePets does what modules react to most: pets that have one record of every kind of the module change hands and die.
func (s *Site) changePets() {
	pet := "customers/" + s.Customer() + "/pets/" + s.Pet()
	for _, op := range s.checker.operations {
		if op.Module == s.checker.module && op.Method == "POST" && op.inAccount() && !op.ReadOnly {
			path, body := s.way(op)
			s.made(path, body)
		}
	}
	breed := s.made("breeds", map[string]any{"name": "Zwergwolf", "species": "dog"})
	s.ask(s.Key, "PATCH", s.at(pet), map[string]any{"name": "Max", "breed_ids": []string{breed}})
	s.ask(s.Key, "PATCH", s.at("breeds/"+breed), map[string]any{"name": "Riesenwolf"})
	s.ask(s.Key, "DELETE", s.at("breeds/"+breed), nil)
	next := s.made("customers", map[string]any{"first_name": "Ben"})
	s.ask(s.Key, "POST", s.at(pet+"/transfer"), map[string]any{"customer_id": next})
	s.ask(s.Key, "PATCH", s.at("customers/"+next+"/pets/"+s.Pet()), map[string]any{"status": "deceased"})
}
