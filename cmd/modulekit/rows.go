package modulekit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// row is where a record is kept.
type row struct {
	Table string
	Xmin  string // the transaction that wrote it
}

// rowsOf returns the rows of the module's tables that have the id of a record.
func (c *checker) rowsOf(s *Site, record string) (found []row) {
	c.finding.Do(func() {
		err := c.service.DB.In(s.T.Context()).Raw(`
			select t.schemaname || '.' || t.tablename from pg_tables t join information_schema.columns c
				on c.table_schema = t.schemaname and c.table_name = t.tablename and c.column_name in ('account_id', 'id') and c.data_type = 'uuid'
			group by 1 having count(*) = 2`).Scan(&c.recordTables).Error
		if err != nil {
			s.T.Error(err)
		}
		c.recordTables = slices.DeleteFunc(c.recordTables, func(table string) bool { return !c.owns(table) })
	})
	var q []string
	for _, table := range c.recordTables {
		q = append(q, fmt.Sprintf("select '%[1]s' as table, xmin::text as xmin from %[1]s where account_id = @account and id::text = @id", table))
	}
	if len(q) == 0 {
		return nil
	}
	args := map[string]any{"account": s.Account.ID, "id": record}
	if err := c.service.DB.In(s.T.Context()).Raw(strings.Join(q, " union all "), args).Scan(&found).Error; err != nil {
		s.T.Error(err)
	}
	return found
}

// checkTogether compares the transaction that has written a record with that of its event: with two, a crash between them leaves a change
// that nobody is told, or tells one that was never made. The request must have no Idempotency-Key, because of which it has subtransactions.
func (c *checker) checkTogether(op *operation, s *Site, told []kit.Event) {
	for _, e := range told {
		rows := c.rowsOf(s, e.Record.String())
		var xid string
		err := c.service.DB.In(s.T.Context()).Raw("select xid::xid::text from outbox.events where account_id = ? and sequence = ?",
			s.Account.ID, e.Sequence).Scan(&xid).Error
		if err != nil {
			s.T.Error(err)
		}
		if len(rows) > 0 && !slices.ContainsFunc(rows, func(r row) bool { return r.Xmin == xid }) {
			c.fault(Events, op.ID, "%s is not recorded in the transaction that writes %s: a crash between the two loses one of them; do both in "+
				"one InTx", e.Type, rows[0].Table)
		}
	}
}
