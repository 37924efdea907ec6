package modulekit

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"github.com/petcare/petcare/platform/kernel/ids"
)

// statements collects the statements of accounts that are watched.
type statements struct {
	sync.Mutex
	of map[uuid.UUID][]statement
}

type statement struct {
	sql  string
	args []any
}

// listen hears what GORM has asked the database.
func (l *statements) listen(db *gorm.DB) error {
	heard := func(g *gorm.DB) {
		l.Lock()
		defer l.Unlock()
		if g.DryRun { // a part of another one
			return
		}
		for _, arg := range g.Statement.Vars {
			if account, ok := arg.(uuid.UUID); ok && l.of[account] != nil {
				l.of[account] = append(l.of[account], statement{g.Statement.SQL.String(), slices.Clone(g.Statement.Vars)})
				return
			}
		}
	}
	if err := db.Callback().Query().After("gorm:query").Register("kit", heard); err != nil {
		return err
	}
	return db.Callback().Row().After("gorm:row").Register("kit", heard)
}

// during returns the statements of an account while do runs.
func (l *statements) during(account uuid.UUID, do func()) []statement {
	l.Lock()
	l.of[account] = []statement{}
	l.Unlock()
	do()
	l.Lock()
	defer l.Unlock()
	defer delete(l.of, account)
	return l.of[account]
}

// checkIndexes fills the table of a list and looks at the plans of each filter with a value that no record has. With an index, nearly no
// record is read; without one, all of the account are.
func (c *checker) checkIndexes(op *operation, s *Site, path, record string) {
	rows := c.rowsOf(s, record)
	if len(rows) == 0 {
		return // it lists something else than records of the module
	}
	table := rows[0].Table
	if err := c.fill(s, table, record); err != nil {
		c.fault(Filters, op.ID, "cannot be tried: copies of a record do not fit into %s: %v", table, err)
		return
	}
	try := func(filter, path string) (isFine bool) {
		var a answer
		asked := c.statements.during(s.Account.ID, func() { a = s.ask(s.Key, "GET", path, nil) })
		if a.Status >= 500 {
			c.fault(Filters, op.ID, "%s gets %s", filter, a)
			return false
		}
		for _, one := range asked {
			if a.Status == 200 && strings.Contains(strings.ReplaceAll(one.sql, `"`, ""), table) {
				if read := c.wholeRead(s, table, one); read != "" {
					lacks := "that begins with account_id, the columns of the filter and those of the order"
					if strings.Contains(one.sql, "&&") { // overlaps
						lacks = "using gist (account_id, and the range as the filter has it)"
					}
					c.fault(Filters, op.ID, "%s reads all %d records (%s): it lacks an index %s", filter, filled, read, lacks)
					return false
				}
			}
		}
		return true
	}
	if !try("the first page", extended(path, "limit=1")) {
		return
	}
	for _, p := range op.parameters {
		if p.name == "limit" || p.name == "cursor" || strings.Contains(path, p.name+"=") {
			continue
		}
		for _, value := range valuesOf(c.itemOf(p.schema)) {
			if !try(p.name+"="+value, extended(path, "limit=1&"+p.name+"="+url.QueryEscape(value))) {
				break
			}
		}
		if end, found := op.endOf(p); found {
			try(p.name+" after "+end, extended(path, "limit=1&"+p.name+"=2199-12-31T00:00:00Z&"+end+"=2000-01-01T00:00:00Z"))
			try(p.name+" after "+end, extended(path, "limit=1&"+p.name+"=2199-12-31&"+end+"=2000-01-01"))
		}
	}
}

// endOf returns the parameter with the last day or moment of a period that begins with another one: bookedTo of bookedFrom.
func (op *operation) endOf(from parameter) (name string, found bool) {
	if !strings.HasSuffix(strings.ToLower(from.name), "from") {
		return "", false
	}
	stem := from.name[:len(from.name)-len("from")]
	for _, name := range []string{stem + "to", stem + "To"} {
		if _, found := op.takes(name); found {
			return name, true
		}
	}
	return "", false
}

// itemOf returns the schema of a value of a parameter.
func (c *checker) itemOf(schema map[string]any) map[string]any {
	if schema["type"] == "array" {
		schema, _ = c.plain(schema["items"])
	}
	return schema
}

// valuesOf returns values of a filter: all of a closed set, or one that no record has.
func valuesOf(schema map[string]any) (values []string) {
	for _, v := range list(schema["enum"]) {
		values = append(values, fmt.Sprint(v))
	}
	switch {
	case len(values) > 0:
		return values
	case schema["type"] == "boolean":
		return []string{"true", "false"}
	case schema["type"] == "integer":
		return []string{"987654"}
	case schema["format"] == "uuid":
		return []string{ids.New().String()}
	case schema["format"] == "date":
		return []string{"2199-12-31"}
	case schema["format"] == "date-time":
		return []string{"2199-12-31T00:00:00Z"}
	}
	return []string{"zqxjkvbw"}
}

// plan is a node of an execution plan.
type plan struct {
	Node     string  `json:"Node Type"`
	Relation string  `json:"Relation Name"`
	Rows     float64 `json:"Actual Rows"`
	Loops    float64 `json:"Actual Loops"`
	Filtered float64 `json:"Rows Removed by Filter"`
	Filter   string
	Plans    []plan
}

// wholeRead returns the part of a statement's plan that reads all of a table, or "".
func (c *checker) wholeRead(s *Site, table string, asked statement) (found string) {
	var text string
	pool, err := c.service.DB.In(s.T.Context()).DB()
	if err == nil {
		err = pool.QueryRowContext(s.T.Context(), "explain (analyze, format json) "+asked.sql, asked.args...).Scan(&text)
	}
	var plans []struct{ Plan plan }
	if err == nil {
		err = json.Unmarshal([]byte(text), &plans)
	}
	if err != nil {
		s.T.Errorf("explain %s: %v", asked.sql, err)
		return ""
	}
	var walk func(p plan)
	walk = func(p plan) {
		if read := (p.Rows + p.Filtered) * p.Loops; strings.HasSuffix(table, "."+p.Relation) && read >= filled {
			found = p.Node + " on " + table
			if p.Filter != "" {
				found += ", which drops those without " + p.Filter
			}
		}
		for _, inner := range p.Plans {
			walk(inner)
		}
	}
	walk(plans[0].Plan)
	return found
}

// filled is how many records a table is filled with, to see whether a filter finds its few or reads them all.
const filled = 1000

// fill copies a row, with other values where they must be unique, and with other ids, so that a page of a parent is of few records.
func (c *checker) fill(s *Site, table, record string) error {
	var columns []struct {
		Name, Type string
		Differs    bool
	}
	db := c.service.DB.In(s.T.Context())
	err := db.Raw(`
		select a.attname as name, t.typname as type, exists (
			select from pg_index i left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = i.indexrelid and d.refobjid = a.attrelid
			where i.indrelid = a.attrelid and (i.indisunique or i.indisexclusion) and (a.attnum = any(i.indkey) or d.refobjsubid = a.attnum))
			or t.typname = 'uuid' and not exists (
				select from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'f' and a.attnum = any(k.conkey)) as differs
		from pg_attribute a join pg_type t on t.oid = a.atttypid
		where a.attrelid = ?::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`, table).Scan(&columns).Error
	if err != nil {
		return err
	}
	names, values := make([]string, len(columns)), make([]string, len(columns))
	for i, col := range columns {
		names[i], values[i] = `"`+col.Name+`"`, `"`+col.Name+`"`
		if other := otherValues[col.Type]; other != "" && col.Differs && col.Name != "account_id" {
			values[i] = strings.ReplaceAll(other, "$", names[i])
		}
	}
	db = c.service.DB.In(s.T.Context())
	err = db.Exec(fmt.Sprintf("insert into %s (%s) select %s from %[1]s cross join generate_series(1, ?) as n where account_id = ? and id = ?",
		table, strings.Join(names, ", "), strings.Join(values, ", ")), filled, s.Account.ID, record).Error
	if err == nil {
		err = db.Exec("analyze " + table).Error
	}
	return err
}

// otherValues are expressions for values that differ from those of a column $, by type.
var otherValues = map[string]string{
	"uuid": "gen_random_uuid()", "text": "$ || n", "varchar": "$ || n", "int4": "$ + n", "int8": "$ + n", "numeric": "$ + n",
	"date": "$ + n", "timestamptz": "$ + n * interval '1 day'",
	"daterange": "daterange(lower($) + n * 1000, upper($) + n * 1000)",
	"tstzrange": "tstzrange(lower($) + n * interval '1000 days', upper($) + n * interval '1000 days')",
}
