package store

import (
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/paging"
)

// query is a statement in the making, over orders as t.
type query struct {
	columns string
	args    []any
	from    string
	where   []string
	id      string // what the list is sorted by
	fetch   string
}

// arg adds a parameter and is its place in the statement.
func (q *query) arg(value any) string {
	q.args = append(q.args, value)
	return "$" + strconv.Itoa(len(q.args))
}

func (q *query) and(condition string) { q.where = append(q.where, condition) }

func (s *Store) newQuery(account uuid.UUID, f orders.Filter, page paging.Request) (*query, error) {
	q := &query{columns: s.Columns(), from: "orders.orders t", id: "t.id"}
	q.and("t.account_id = " + q.arg(account))
	if f.Status != "" {
		q.and("t.status = " + q.arg(f.Status))
	}
	if f.PaymentStatus != "" {
		q.and("t.payment_status = " + q.arg(string(f.PaymentStatus)))
	}
	if f.Customer != nil {
		q.and("t.customer_id = " + q.arg(*f.Customer))
	}
	if f.Number != "" {
		q.and("t.number = " + q.arg(f.Number))
	}
	if f.Pet != nil {
		q.from += " join orders.order_pets p on p.account_id = t.account_id and p.order_id = t.id"
		q.and("p.account_id = $1 and p.pet_id = " + q.arg(*f.Pet))
		q.id = "p.order_id" // sorted in the index of the pet
	}
	q.between("placed", f.PlacedFrom, f.PlacedTo)
	q.between("starts", f.StartsFrom, f.StartsTo)
	if f.UpdatedSince != nil {
		q.and("t.updated_at >= " + q.arg(*f.UpdatedSince))
	}
	after, err := page.ID()
	if page.After != nil {
		q.and(q.id + " < " + q.arg(after))
	}
	q.fetch = q.arg(page.Fetch())
	return q, err
}

// between keeps a time inside a range; the windows say it once more, because they are what is indexed.
func (q *query) between(what string, from, to *time.Time) {
	if from != nil {
		at := q.arg(*from)
		q.and("t." + what + "_at >= " + at + " and t." + what + "_window >= orders.window_of(" + at + ")")
	}
	if to != nil {
		at := q.arg(*to)
		q.and("t." + what + "_at <= " + at + " and t." + what + "_window <= orders.window_of(" + at + ")")
	}
}

func (q *query) conditions() string { return strings.Join(q.where, " and ") }

// walk goes from the newest order to older ones until the page is full.
func (q *query) walk() string {
	return "select " + q.columns + " from " + q.from + " where " + q.conditions() + " order by " + q.id + " desc limit " + q.fetch
}

// sorted reads everything that fits, off the index alone, and keeps the newest: for when that is little.
func (q *query) sorted() string {
	return "with hits as materialized (select t.id from " + q.from + " where " + q.conditions() + ` offset 0),
newest as (select id from hits order by id desc limit ` + q.fetch + `)
select ` + q.columns + " from newest join orders.orders t on t.account_id = $1 and t.id = newest.id order by t.id desc"
}

// windows takes the newest of each week that the range touches, and of those the newest: weeks are few.
func (q *query) windows(what string, from, to *time.Time) string {
	bounds := "t.account_id = $1 and t." + what + "_window is not null"
	if from != nil {
		bounds += " and t." + what + "_window >= orders.window_of(" + q.arg(*from) + ")"
	}
	if to != nil {
		bounds += " and t." + what + "_window <= orders.window_of(" + q.arg(*to) + ")"
	}
	last := func(more string) string {
		return "(select t." + what + "_window from orders.orders t where " + bounds + more + " order by t." + what + "_window desc limit 1)"
	}
	return "with recursive weeks (week) as (select " + last("") + `
union all
select ` + last(" and t."+what+"_window < weeks.week") + ` from weeks where weeks.week is not null),
newest as (select h.id from weeks cross join lateral (
	select t.id from orders.orders t where t.` + what + "_window = weeks.week and " + q.conditions() + " order by t.id desc limit " + q.fetch + `) h
	order by h.id desc limit ` + q.fetch + `)
select ` + q.columns + " from newest join orders.orders t on t.account_id = $1 and t.id = newest.id order by t.id desc"
}
