package store

import (
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/paging"
)

// query is a statement in the making, over orders as o.
type query struct {
	args  []any
	from  string
	where []string
	id    string // what the list is sorted by
	fetch string
}

// arg adds a parameter and is its place in the statement.
func (q *query) arg(value any) string {
	q.args = append(q.args, value)
	return "$" + strconv.Itoa(len(q.args))
}

func (q *query) and(condition string) { q.where = append(q.where, condition) }

func newQuery(account uuid.UUID, f orders.Filter, page paging.Request) (*query, error) {
	q := &query{from: "orders.orders o", id: "o.id"}
	q.and("o.account_id = " + q.arg(account))
	if f.Status != "" {
		q.and("o.status = " + q.arg(f.Status))
	}
	if f.PaymentStatus != "" {
		q.and("o.payment_status = " + q.arg(string(f.PaymentStatus)))
	}
	if f.Customer != nil {
		q.and("o.customer_id = " + q.arg(*f.Customer))
	}
	if f.Number != "" {
		q.and("o.number = " + q.arg(f.Number))
	}
	if f.Pet != nil {
		q.from += " join orders.order_pets p on p.account_id = o.account_id and p.order_id = o.id"
		q.and("p.account_id = $1 and p.pet_id = " + q.arg(*f.Pet))
		q.id = "p.order_id" // sorted in the index of the pet
	}
	q.between("placed", f.PlacedFrom, f.PlacedTo)
	q.between("starts", f.StartsFrom, f.StartsTo)
	if f.UpdatedSince != nil {
		q.and("o.updated_at >= " + q.arg(*f.UpdatedSince))
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
		q.and("o." + what + "_at >= " + at + " and o." + what + "_window >= orders.window_of(" + at + ")")
	}
	if to != nil {
		at := q.arg(*to)
		q.and("o." + what + "_at <= " + at + " and o." + what + "_window <= orders.window_of(" + at + ")")
	}
}

func (q *query) conditions() string { return strings.Join(q.where, " and ") }

// walk goes from the newest order to older ones until the page is full.
func (q *query) walk() string {
	return "select " + columns + " from " + q.from + " where " + q.conditions() + " order by " + q.id + " desc limit " + q.fetch
}

// sorted reads everything that fits, off the index alone, and keeps the newest: for when that is little.
func (q *query) sorted() string {
	return "with hits as materialized (select o.id from " + q.from + " where " + q.conditions() + ` offset 0),
newest as (select id from hits order by id desc limit ` + q.fetch + `)
select ` + columns + " from newest join orders.orders o on o.account_id = $1 and o.id = newest.id order by o.id desc"
}

// windows takes the newest of each week that the range touches, and of those the newest: weeks are few.
func (q *query) windows(what string, from, to *time.Time) string {
	bounds := "o.account_id = $1 and o." + what + "_window is not null"
	if from != nil {
		bounds += " and o." + what + "_window >= orders.window_of(" + q.arg(*from) + ")"
	}
	if to != nil {
		bounds += " and o." + what + "_window <= orders.window_of(" + q.arg(*to) + ")"
	}
	last := func(more string) string {
		return "(select o." + what + "_window from orders.orders o where " + bounds + more + " order by o." + what + "_window desc limit 1)"
	}
	return "with recursive weeks (week) as (select " + last("") + `
union all
select ` + last(" and o."+what+"_window < weeks.week") + ` from weeks where weeks.week is not null),
newest as (select h.id from weeks cross join lateral (
	select o.id from orders.orders o where o.` + what + "_window = weeks.week and " + q.conditions() + " order by o.id desc limit " + q.fetch + `) h
	order by h.id desc limit ` + q.fetch + `)
select ` + columns + " from newest join orders.orders o on o.account_id = $1 and o.id = newest.id order by o.id desc"
}
