// Package modulekit checks that a module keeps petcare's promises.
//
// It starts the program with the module on a test database, finds the module's operations in the OpenAPI document, and checks each of
// them: authorization, strict input, limits, pages, versions, idempotency and events. It also checks tables, imports and reactions.
//
//	func TestTheModuleKeepsThePromises(t *testing.T) {
//		modulekit.Check(t, incidentsfx.Module)
//	}
package modulekit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	petcarecmd "github.com/petcare/petcare/cmd"
)

// Promise is something that every module of petcare must guarantee.
type Promise string

// The promises.
const (
	Starts      Promise = "starts"      // with all other modules; no two provide the same thing
	Creates     Promise = "creates"     // each POST takes the document's example; what needs its record is checked only then
	Access      Promise = "access"      // every credential can do what it may, and nothing else
	Abilities   Promise = "abilities"   // they exist, and no write is open to those who may only read
	Tenants     Promise = "tenants"     // records of other accounts do not exist
	Input       Promise = "input"       // unknown keys and parameters, wrong types and nulls are rejected and named
	Answers     Promise = "answers"     // null only for keys that may be null according to the document
	Limits      Promise = "limits"      // every text and list has a limit, which is enforced
	Lists       Promise = "lists"       // pages contain every record exactly once
	Filters     Promise = "filters"     // each has an index, so that a large account is not read as a whole
	Versions    Promise = "versions"    // ETag, If-Match, If-None-Match; an update without a difference changes nothing
	Events      Promise = "events"      // one event for each write, in its transaction; none if it is rejected or changes nothing
	Reverts     Promise = "reverts"     // every change can be undone, and redone, unless its event types say that it cannot
	Idempotency Promise = "idempotency" // a repeated POST runs once
	Tables      Promise = "tables"      // in the schema of the module; keys and constraints begin with account_id and have an error
	Imports     Promise = "imports"     // importing a file again changes nothing; each record that it does change is told
	Exports     Promise = "exports"     // what is exported can be imported, and that changes nothing
	Reactions   Promise = "reactions"   // the error of a reaction reaches the publisher; merged records are left by all rows
	Secrets     Promise = "secrets"     // no secrets in responses, events and logs
)

// Options supply what the document does not contain.
type Options struct {
	// IDs creates records in the account for parameters of paths and keys of bodies, by parameter; "petId" also applies to pet_id.
	// Ids of accounts, customers, pets and of what the module's own POST operations create are known.
	IDs map[string]func(*Site) string
	// Bodies returns bodies by operation id if the document's example is not sufficient.
	Bodies map[string]func(*Site) map[string]any
	// Ways returns calls by operation id if they cannot be derived: a path below the account, and a body or nil. They also apply to
	// other operations of the same path.
	Ways map[string]func(*Site) (path string, body any)
	// Events are the event types of an operation, by its id, if they are not the module's only one.
	Events map[string][]string
	// Lines are import lines by type, if the examples are not sufficient. Lines that they refer to come first.
	Lines map[string]string
	// Secrets are keys of bodies whose values must be in no event, list or log, such as "door_code".
	Secrets []string
	// Harmless are keys that are called like secrets, such as "pin", and may be shown.
	Harmless []string
	// Deeds publish events to which the module reacts, in addition to the kit's own changes of pets and lists.
	Deeds []func(*Site)
	// Exempt lists promises that something does not keep, with the reason: "listTypes lists", "spa.machines tables", "importTax
	// imports".
	Exempt map[string]string
	// Set are settings, as on the command line.
	Set map[string]string
}

// Fault is a broken promise.
type Fault struct {
	Promise Promise
	Where   string // operation, table, import type, reaction
	What    string
}

func (f Fault) String() string { return fmt.Sprintf("%s: %s: %s", f.Promise, f.Where, f.What) }

// Check fails t for each promise that the module breaks. Most modules need no Options.
func Check(t *testing.T, module petcarecmd.Module, o ...Options) {
	t.Helper()
	for _, f := range Faults(t, module, append(o, Options{})[0]) {
		t.Error(f)
	}
}

// Faults returns the promises that the module breaks.
func Faults(t *testing.T, module petcarecmd.Module, o Options) []Fault {
	t.Helper()
	p, err := programWith(t, module, o)
	if err != nil {
		return []Fault{{Starts, "the program", err.Error()}}
	}
	c := &checker{program: p, options: o}
	c.run(t, c.creations())
	c.run(t, c.checks())
	c.checkReactions(t) // makes statements fail
	slices.SortFunc(c.faults, func(x, y Fault) int {
		return cmp.Or(cmp.Compare(rank(x), rank(y)), strings.Compare(x.String(), y.String()))
	})
	return slices.Compact(c.faults)
}

// rank puts what cannot be created first, because other checks wait for it.
func rank(f Fault) int {
	if f.Promise == Creates {
		return 0
	}
	return 1
}

func (c *checker) run(t *testing.T, checks []func(t *testing.T)) {
	var all sync.WaitGroup
	room := make(chan struct{}, parallel)
	for _, check := range checks {
		all.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			check(t)
		})
	}
	all.Wait()
}

// parallel is how many operations are checked concurrently.
const parallel = 4

// checker checks one module.
type checker struct {
	*program
	options Options
	mu      sync.Mutex
	faults  []Fault
	refused []*operation // what cannot be created

	finding      sync.Once
	recordTables []string // that have account_id and id

	entering sync.Once
	entered  [2]visitor
}

func (c *checker) checks() []func(t *testing.T) {
	list := []func(t *testing.T){c.checkTables, c.checkColumns, c.checkSchemas, c.checkImports, c.checkEventTypes}
	for _, op := range c.operations {
		if op.Module == c.module {
			list = append(list, func(t *testing.T) { c.checkOperation(t, op) })
		}
	}
	return list
}

func (c *checker) checkOperation(t *testing.T, op *operation) {
	me, others := c.visitors(t)
	if me.Site == nil {
		return // entering has failed the test
	}
	c.checkAccess(op, me, others)
	c.checkSchema(op)
	if c.waits(op) {
		return
	}
	mine, theirs := c.site(t), c.site(t)
	c.checkInput(op, mine)
	c.checkLimits(op, mine)
	c.checkTenants(op, mine, theirs)
	switch {
	case !op.inAccount():
	case op.Method == "GET":
		if op.isList() {
			c.checkList(op, c.site(t))
		}
		c.checkRead(op, mine)
	case !op.ReadOnly:
		c.checkWrite(op, c.site(t))
		c.checkReverts(op, c.site(t))
	}
}

// fault reports a broken promise unless the module is exempt.
func (c *checker) fault(p Promise, where, what string, args ...any) {
	if c.options.Exempt[where+" "+string(p)] != "" {
		return
	}
	for i, arg := range args {
		if a, ok := arg.(answer); ok && a.Status >= 500 {
			args[i] = a.String() + "; the log has: " + c.why(a)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults = append(c.faults, Fault{p, where, fmt.Sprintf(what, args...)})
}
