package postgres

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/fair"
	"github.com/petcare/petcare/platform/kernel/caller"
)

const (
	// maxGroup is the maximum length of a group.
	maxGroup = 32
	// maxWaiting is how many members of an organization wait for a group; further ones go on their own.
	maxWaiting = 256
	// groupTime is how long a group may take at most.
	groupTime = 30 * time.Second
)

// groups collect what the requests of an organization, or of the customers of an account, send: while groups are on their way, further
// members wait and are then sent together, in one message by the first of them. With one group at a time, groups are largest, which saves
// processor time; with more, the database runs one while this process decodes another.
type groups struct {
	send   func(ctx context.Context, list []*grouped) (succeeded bool)
	atOnce int // groups of an organization that are on their way at the same time

	mu sync.Mutex
	of map[uuid.UUID]*group // by organization; only while one is on its way
}

// group is the next group of an organization.
type group struct {
	waiting []*grouped
	sending int // groups on their way
	size    int // maximum length; a failure halves it
}

// grouped is a member of a group: a transaction or a read.
type grouped struct {
	ctx        context.Context
	statements []statement
	flat       bool      // see transaction.flat
	leads      chan bool // gets whether it has to send a group, or another member has sent it
	err        error
	alone      bool // nothing has been done: it has to be sent on its own
}

// errPanicked is the error of the other members when the one that sends a group panics. Nobody knows what the database has done.
var errPanicked = errors.New("a panic ended the group of statements")

func newGroups(atOnce int, send func(ctx context.Context, list []*grouped) bool) groups {
	return groups{send: send, atOnce: atOnce, of: map[uuid.UUID]*group{}}
}

// isGrouped reports whether the work of ctx may be part of a group: that of requests. Other work, such as imports, is long.
func isGrouped(ctx context.Context) bool {
	c := caller.From(ctx)
	return c.ID != uuid.Nil && (c.Organization != uuid.Nil || c.IsCustomer())
}

// run sends a member in a group. done is false if it has to be sent on its own.
func (g *groups) run(t *grouped) (done bool, err error) {
	organization := fair.OrganizationOf(caller.From(t.ctx))
	t.leads, t.err = make(chan bool, 1), errPanicked
	if !g.enter(organization, t) {
		return false, nil
	}
	var leads bool
	select {
	case leads = <-t.leads:
	case <-t.ctx.Done():
		if g.withdraw(organization, t) {
			return true, t.ctx.Err()
		}
		leads = <-t.leads
	}
	if leads {
		g.lead(organization, t)
	}
	return !t.alone, t.err
}

// lead sends a group that t leads, and ends it, also after a panic. Requests that are about to join it are let run before: a message
// costs more than most of what is in it.
func (g *groups) lead(organization uuid.UUID, t *grouped) {
	runtime.Gosched()
	list := g.take(organization, t)
	succeeded := false
	defer func() { g.leave(organization, list, succeeded) }()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), timeFor(list))
	defer cancel()
	succeeded = g.send(ctx, list)
}

// enter lets t lead a group when one more may be on its way, and queues it otherwise. It reports whether there was room.
func (g *groups) enter(organization uuid.UUID, t *grouped) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	o := g.of[organization]
	if o == nil {
		o = &group{size: maxGroup}
		g.of[organization] = o
	}
	switch {
	case o.sending < g.atOnce:
		o.sending++
		t.leads <- true
	case len(o.waiting) < maxWaiting:
		o.waiting = append(o.waiting, t)
	default:
		return false
	}
	return true
}

// take returns t and those that wait.
func (g *groups) take(organization uuid.UUID, t *grouped) []*grouped {
	g.mu.Lock()
	defer g.mu.Unlock()
	o := g.of[organization]
	n := min(len(o.waiting), o.size-1)
	list := append(append(make([]*grouped, 0, 1+n), t), o.waiting[:n]...)
	o.waiting = slices.Delete(o.waiting, 0, n)
	return list
}

// withdraw removes t and reports whether it was still waiting.
func (g *groups) withdraw(organization uuid.UUID, t *grouped) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	o := g.of[organization]
	if o == nil {
		return false
	}
	i := slices.Index(o.waiting, t)
	if i < 0 {
		return false
	}
	o.waiting = slices.Delete(o.waiting, i, i+1)
	return true
}

// leave ends a group: it lets the first of those that wait lead the next one, and wakes its members.
func (g *groups) leave(organization uuid.UUID, sent []*grouped, succeeded bool) {
	g.mu.Lock()
	o := g.of[organization]
	if succeeded {
		o.size = min(o.size+1, maxGroup)
	} else {
		o.size = max(o.size/2, 1)
	}
	if len(o.waiting) > 0 {
		next := o.waiting[0]
		o.waiting = slices.Delete(o.waiting, 0, 1)
		next.leads <- true
	} else if o.sending--; o.sending == 0 {
		delete(g.of, organization)
	}
	g.mu.Unlock()
	for _, t := range sent[1:] {
		t.leads <- false
	}
}

// timeFor is how long a group may take: as long as its member with the most time has. It does not end with the request that sends it.
func timeFor(list []*grouped) time.Duration {
	most := time.Duration(0)
	for _, t := range list {
		end, ok := t.ctx.Deadline()
		if !ok {
			return groupTime
		}
		most = max(most, time.Until(end))
	}
	return min(most, groupTime)
}
