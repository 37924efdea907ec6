package kit

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/multitracer"
	"github.com/petcare/petcare/platform/kernel/lists"
	"go.uber.org/fx"
)

// statements keeps the statements of the services of this process, each with the arguments of one call.
type statements struct {
	mu   sync.Mutex
	seen map[string][]any
}

var captured = statements{seen: map[string][]any{}}

// capture lets an application keep its statements there.
var capture = fx.Decorate(func(next pgx.QueryTracer) pgx.QueryTracer { return multitracer.New(next, &captured) })

// TraceQueryStart implements pgx.QueryTracer.
func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.seen[data.SQL]; !known {
		s.seen[data.SQL] = data.Args
	}
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer.
func (s *statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// Statements returns the statements on tables that can be distributed by account which services of this process have sent so far, each with
// the arguments of one call. It returns none before the shared service has started.
func Statements() (map[string][]any, error) {
	names, err := distributable()
	if err != nil || len(names) == 0 {
		return nil, err
	}
	captured.mu.Lock()
	found := maps.Clone(captured.seen)
	captured.mu.Unlock()
	maps.DeleteFunc(found, func(sql string, _ []any) bool { return len(mentions(names, sql)) == 0 })
	return found, nil
}

// LacksAccount reports whether a statement reads or changes a table that can be distributed without saying account_id = $n for it.
func LacksAccount(sql string) bool {
	names, err := distributable()
	read := 0
	for _, before := range mentions(names, sql) {
		if before == "" { // else it is the table of an insert, or the type of its rows
			read++
		}
	}
	return err != nil || read > len(accountNamed.FindAllString(sql, -1))
}

var accountNamed = regexp.MustCompile(`\baccount_id"? = \$\d`)

// mentions returns, for each time that a statement names one of the tables, what is before the name.
func mentions(names []string, sql string) (before []string) {
	quoted := lists.Map(names, regexp.QuoteMeta)
	pattern := regexp.MustCompile(`(?i)(insert into |::)?\b(?:` + strings.Join(quoted, "|") + `)\b`)
	for _, m := range pattern.FindAllStringSubmatch(strings.ReplaceAll(sql, `"`, ""), -1) {
		before = append(before, m[1])
	}
	return before
}

// distributable returns the names of the tables that can be distributed, and of the views on them.
var distributable = sync.OnceValues(func() (names []string, err error) {
	if shared.API == nil {
		return nil, nil
	}
	ctx := context.Background()
	tables, err := shared.DB.Tables(ctx, shared.Parts.Migrations)
	var schemas []string
	for _, t := range tables {
		if !t.Local {
			schema, _, _ := strings.Cut(t.Name, ".")
			names, schemas = append(names, t.Name), append(schemas, schema)
		}
	}
	var views []string
	if err == nil {
		err = shared.DB.In(ctx).Raw("select schemaname || '.' || viewname from pg_views").Scan(&views).Error
	}
	for _, view := range views {
		if schema, _, _ := strings.Cut(view, "."); slices.Contains(schemas, schema) {
			names = append(names, view)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) }) // the longer of two that begin alike
	return names, err
})
