// Package modulekit runs over what a module brings and tells which of petcare's promises it does not keep.
//
// It starts the program with the module on a test database and finds the module's operations in the OpenAPI document: who may call
// them, strict input, limits, pages, versions, idempotency, events, tables, imports and reactions are tried on each of them.
//
//	func TestTheModuleKeepsThePromises(t *testing.T) {
//		modulekit.Check(t, incidentsfx.Module, modulekit.Options{})
//	}
package modulekit

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	petcarecmd "github.com/petcare/petcare/cmd"
)

// Promise is what every module of petcare promises.
type Promise string

// The promises.
const (
	Starts      Promise = "starts"      // with all other modules: nothing comes from two of them
	Access      Promise = "access"      // every credential gets what it may have, and no more
	Tenants     Promise = "tenants"     // what belongs to another account is not there
	Input       Promise = "input"       // unknown keys and parameters, wrong types and nulls are refused, and named
	Limits      Promise = "limits"      // every text and list has a limit, and it counts
	Lists       Promise = "lists"       // lists come in pages, whole and once
	Versions    Promise = "versions"    // ETag, If-Match, If-None-Match; what changes nothing leaves no trace
	Events      Promise = "events"      // one event for each write, and none for what is refused or changes nothing
	Idempotency Promise = "idempotency" // a repeated POST is carried out once
	Tables      Promise = "tables"      // every key begins with account_id
	Imports     Promise = "imports"     // the same file twice changes nothing the second time
	Reactions   Promise = "reactions"   // what a reaction fails with reaches who published
	Secrets     Promise = "secrets"     // none in answers, events and logs
)

// Options say what the document cannot.
type Options struct {
	// IDs makes, in the account, what parameters of paths and keys of bodies name, by parameter: "petId" also stands for pet_id.
	// Ids of accounts, customers, pets and of what the module's own POST operations make need none.
	IDs map[string]func(*Site) string
	// Bodies are bodies by operation id, where the document's example does not do.
	Bodies map[string]func(*Site) map[string]any
	// Ways are calls by operation id where path and body cannot be derived: a path below the account, and a body or nil. They are also
	// ways to other operations of the same path.
	Ways map[string]func(*Site) (path string, body any)
	// Events are the types of the events of an operation, where it is not one of the module.
	Events map[string][]string
	// Lines are import lines by type, where those made of the examples do not do; what they refer to goes before them.
	Lines map[string]string
	// Deeds publish the typed events to which the module reacts, where what the kit does with pets and lists is not enough.
	Deeds []func(*Site)
	// Exempt are promises that something does not give, with the reason: "listTypes lists", "spa.machines tables", "importTax imports".
	Exempt map[string]string
	// Set are settings as on the command line.
	Set map[string]string
}

// Fault is a promise that is not kept.
type Fault struct {
	Promise Promise
	Where   string // operation, table, import type, reaction
	What    string
}

func (f Fault) String() string { return fmt.Sprintf("%s: %s: %s", f.Promise, f.Where, f.What) }

// Check fails t for every promise that the module does not keep.
func Check(t *testing.T, module petcarecmd.Module, o Options) {
	t.Helper()
	for _, f := range Faults(t, module, o) {
		t.Error(f)
	}
}

// Faults are the promises that the module does not keep.
func Faults(t *testing.T, module petcarecmd.Module, o Options) []Fault {
	t.Helper()
	p, err := programWith(t, module, o)
	if err != nil {
		return []Fault{{Starts, "the program", err.Error()}}
	}
	c := &checker{program: p, options: o}
	c.module = p.module
	var all sync.WaitGroup
	room := make(chan struct{}, parallel)
	for _, check := range c.checks() {
		all.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			check(t)
		})
	}
	all.Wait()
	c.checkReactions(t)
	slices.SortFunc(c.faults, func(x, y Fault) int { return strings.Compare(x.String(), y.String()) })
	return slices.Compact(c.faults)
}

// parallel is how many operations are tried at once.
const parallel = 4

// checker tries one module.
type checker struct {
	*program
	options Options
	module  string
	mu      sync.Mutex
	faults  []Fault

	entering sync.Once
	entered  [2]visitor
}

func (c *checker) checks() []func(t *testing.T) {
	list := []func(t *testing.T){c.checkTables, c.checkImports}
	for _, op := range c.operations {
		if op.Module == c.module {
			list = append(list, func(t *testing.T) { c.checkOperation(t, op) })
		}
	}
	return list
}

func (c *checker) checkOperation(t *testing.T, op *operation) {
	me, others := c.visitors(t)
	c.checkAccess(op, me, others)
	mine, theirs := c.site(t), c.site(t)
	c.checkInput(op, mine)
	c.checkLimits(op, mine)
	c.checkSchema(op)
	if !strings.Contains(op.Path, "{accountId}") {
		return
	}
	c.checkTenants(op, mine, theirs)
	if op.isList() {
		c.checkList(op, c.site(t))
	}
	if op.Method == "GET" {
		c.checkRead(op, mine)
		return
	}
	if !op.ReadOnly {
		c.checkWrite(op, c.site(t))
	}
}

// fault notes a promise that is not kept, unless the module says that it does not give it.
func (c *checker) fault(p Promise, where, what string, args ...any) {
	if c.options.Exempt[where+" "+string(p)] != "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults = append(c.faults, Fault{p, where, fmt.Sprintf(what, args...)})
}
