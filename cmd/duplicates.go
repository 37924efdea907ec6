package petcarecmd

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/fxgroups"
)

// forms are the forms of names by the kind of what they name. Webhooks subscribe to resource.*, and a module's tables are in the schema of
// its name.
var forms = map[string]struct {
	form *regexp.Regexp
	is   string
}{
	"module":     {regexp.MustCompile(`^[a-z][a-z0-9_]*$`), "a schema's name: small letters, digits and _"},
	"event type": {regexp.MustCompile(`^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$`), "resource.verb, such as pet.updated"},
	"ability":    {regexp.MustCompile(`^[a-z][a-z0-9_]*:[a-z][a-z0-9_]*$`), "area:verb, such as customers:read"},
}

// duplicates finds parts that two modules provide, and names that nothing can have.
type duplicates struct {
	by     map[[2]string]string
	faults []error
}

func (d *duplicates) add(module, kind, name string) {
	if d.by == nil {
		d.by = map[[2]string]string{}
	}
	if known, ok := forms[kind]; ok && !known.form.MatchString(name) {
		d.faults = append(d.faults, fmt.Errorf("%s %q of %s is not %s", kind, name, module, known.is))
	}
	key := [2]string{kind, name}
	if other, taken := d.by[key]; taken {
		pair := []string{other, module}
		slices.Sort(pair) // fx shuffles groups
		d.faults = append(d.faults, fmt.Errorf("%s %s comes from both %s and %s", kind, name, pair[0], pair[1]))
		return
	}
	d.by[key] = module
}

func (d *duplicates) err() error { return errors.Join(d.faults...) }

// check rejects parts that two modules provide, because it would be random which one is used, and names that nothing can have. The API
// checks operations.
func (p Parts) check() error {
	var found duplicates
	for _, m := range p.Migrations {
		found.add(m.Module, "migrations of", m.Module)
	}
	for _, m := range p.EventTypes {
		for _, e := range m.Types {
			found.add(m.Module, "event type", e.Name)
		}
	}
	for _, m := range p.Abilities {
		for _, name := range m.Names {
			found.add(m.Module, "ability", name)
		}
	}
	for _, i := range p.Importers {
		found.add(i.Module, "import type", i.Name)
	}
	for _, s := range p.Sweepers {
		found.add(s.Module, "sweeper", s.Name)
	}
	for _, c := range p.ConsolePages {
		found.add(c.Module, "console pages of", c.Module)
	}
	return found.err()
}

// checkAbilities rejects operations that need an ability of no module: nobody could give it to a key.
func (p Parts) checkAbilities(operations []httpapi.Operation) error {
	var faults []error
	for _, op := range operations {
		for _, name := range slices.Concat(op.Access.Abilities, op.Access.Also) {
			if !slices.ContainsFunc(p.Abilities, func(a fxgroups.Abilities) bool { return slices.Contains(a.Names, name) }) {
				faults = append(faults, fmt.Errorf("operation %s of %s needs the ability %q, which no module provides", op.ID, op.Module, name))
			}
		}
	}
	return errors.Join(faults...)
}
