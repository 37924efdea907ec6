package petcarecmd

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/privacy"
)

// Tables compares the tables of the modules with what the modules declare and react to.
type Tables struct {
	keeper    *privacy.Keeper
	reactions []events.Reaction
}

func newTables(k *privacy.Keeper, reactions []events.Reaction) Tables { return Tables{k, reactions} }

// TableFault is a column that a module forgot.
type TableFault struct{ Module, Column, What string }

func (f TableFault) Error() string {
	return fmt.Sprintf("module %s, column %s: %s", f.Module, f.Column, f.What)
}

// Faults are the columns with text or JSON that no module declares, and those with ids of customers or pets of modules that do not react
// to merges.
func (t Tables) Faults(ctx context.Context, db *postgres.DB, modules []fxgroups.Migrations) (faults []TableFault, err error) {
	names := lists.Map(modules, func(m fxgroups.Migrations) string { return m.Module })
	undeclared, err := t.keeper.Undeclared(ctx, names)
	if err != nil {
		return nil, err
	}
	for _, c := range undeclared {
		faults = append(faults, TableFault{c.Module, c.Table + "." + c.Column,
			"the module does not say whether it is personal: declare it with fxgroups.ProvidePersonal"})
	}
	var found []privacy.Column
	err = db.In(ctx).Raw(`select table_schema as module, table_schema || '.' || table_name as "table", column_name as "column"
		from information_schema.columns join information_schema.tables t using (table_schema, table_name)
		where t.table_type = 'BASE TABLE' and table_schema = any(?) and table_schema <> 'customerspets'
			and column_name in ('customer_id', 'customer_ids', 'pet_id', 'pet_ids')
		order by 1, 2, 3`, postgres.Array(names)).Scan(&found).Error
	for _, c := range found {
		event := reflect.TypeFor[customerspets.PetsMerged]()
		if strings.HasPrefix(c.Column, "customer") {
			event = reflect.TypeFor[customerspets.CustomersMerged]()
		}
		reacts := func(r events.Reaction) bool { return r.Module == c.Module && r.Event() == event }
		if !slices.ContainsFunc(t.reactions, reacts) {
			faults = append(faults, TableFault{c.Module, c.Table + "." + c.Column, "the module has no reaction to " + event.String()})
		}
	}
	return faults, err
}

// check fails with the first of the Faults.
func (t Tables) check(ctx context.Context, db *postgres.DB, modules []fxgroups.Migrations) error {
	faults, err := t.Faults(ctx, db, modules)
	if err == nil && len(faults) > 0 {
		err = usageError{faults[0]}
	}
	return err
}
