package store

import (
	"fmt"
	"slices"
	"time"

	"github.com/petcare/petcare/modules/orders"
	"github.com/petcare/petcare/platform/kernel/clock"
	"github.com/petcare/petcare/platform/kernel/text"
)

// top keeps the first of what rows found; they are called t and have an id, and a starts_at where it is sorted by that.
func (q *query) top(rows string) {
	_, direction := q.compare()
	by := "t.id" + direction
	if q.filter.Sort.ByStart() {
		by = q.start() + direction + ", " + by
	}
	q.hits = "select t.id from (" + rows + ") as t order by " + by + q.limit()
}

// sorted reads everything that fits and keeps the first: for when that is little.
func (q *query) sorted() {
	found := "select t.id, t.starts_at from " + q.from + " where " + q.conditions()
	var behind string
	if q.filter.Sort.ByStart() {
		behind = q.followingStart(q.start())
	} else {
		behind = q.following("t.id")
	}
	q.top("with found as materialized (" + found + ") select * from found as t where true" + behind)
}

// days reads all orders that start in the period by the index of starts, or nothing if they are more than fewStarts. Values in a subquery
// are unknown when the statement is planned: one plan suffices for all of them. "offset 0" keeps the planner from walking through all
// orders in the order of the list.
func (q *query) days() {
	q.OnePlan()
	in := "t.account_id = " + q.Account() + " and t.starts_at >= " + q.Value(q.filter.Starts.From.At, "timestamptz") +
		" and t.starts_at <= " + q.Value(q.filter.Starts.To.At, "timestamptz")
	q.from = fmt.Sprintf(`(select t.* from orders.orders t where %s and (select count(*) <= %d from (
		select from orders.orders t where %[1]s limit %[2]d + 1) as few) offset 0) as t`, in, fewStarts)
}

// newest are the ids of the newest orders that fit and meet one more condition.
func (q *query) newest(condition string) string {
	return "select t.id from orders.orders t where " + condition + " and " + q.conditions() + q.following("t.id") +
		" order by t.id desc" + q.limit()
}

// perStatus merges the newest of each status.
func (q *query) perStatus() {
	q.top("select h.id from unnest(" + q.Value(text.Distinct(q.filter.Statuses), "text[]") + ") as s (status) cross join lateral (" +
		q.newest("t.status = s.status") + ") as h")
}

// perService merges the newest of each set of services that has the one that is asked for.
func (q *query) perService() {
	q.top("select h.id from unnest(" + q.Value(setsWith(q.filter.ServiceType), "integer[]") + ") as s (services) cross join lateral (" +
		q.newest("orders.service_set(t.service_types) = s.services") + ") as h")
}

// setsWith are the values of orders.service_set that have a service: none when there is no such service. The services are in the order
// of their bits there, so a new service needs a migration, too.
func setsWith(service string) (sets []int32) {
	bit := slices.Index([]string{"boarding", "daycare", "grooming", "training", "classes", "retail"}, service)
	for set := range int32(1 << 6) {
		if bit >= 0 && set>>bit&1 == 1 {
			sets = append(sets, set)
		}
	}
	return sets
}

// windows merges the newest of each week that a period touches: weeks are few. It is read in one way whatever the values, so it need
// not be planned for them, which takes longer than to read it.
func (q *query) windows(what string, p clock.Period) {
	q.Unprepared(false)
	q.top(q.weeks(what, p))
}

func (q *query) weeks(what string, p clock.Period) string {
	window := "t." + what + "_window"
	bounds := "t.account_id = " + q.Account() + " and " + q.within(window, p)
	last := func(more string) string {
		return "(select " + window + " from orders.orders t where " + bounds + more + " order by " + window + " desc limit 1)"
	}
	return "with recursive weeks (week) as (select " + last("") + " union all select " + last(" and "+window+" < weeks.week") +
		" from weeks where weeks.week is not null) select h.id from weeks cross join lateral (" + q.newest(window+" = weeks.week") + ") as h"
}

// within is the condition that a week is one that a period touches.
func (q *query) within(window string, p clock.Period) string {
	bounds := window + " is not null"
	if !p.From.IsZero() {
		bounds += " and " + window + " >= orders.window_of(" + q.Value(p.From.At, "timestamptz") + ")"
	}
	if !p.To.IsZero() {
		bounds += " and " + window + " <= orders.window_of(" + q.Value(p.To.At, "timestamptz") + ")"
	}
	return bounds
}

// placed lets the index of weeks find orders by the time at which they were placed: there is none by the time itself.
func (q *query) placed() {
	if !q.filter.Placed.IsZero() {
		q.and(q.within("t.placed_window", q.filter.Placed))
	}
}

// overlapping merges the newest of those that begin in the period and of those that had begun before and go on.
func (q *query) overlapping() {
	begin := q.filter.Overlaps
	if begin.From.IsZero() {
		q.windows("starts", begin)
		return
	}
	from := q.Value(begin.From.At, "timestamptz")
	begun := "select h.id from " + q.lanes() + " cross join lateral (" + q.stayOf("t.id") + " and t.starts_at < " + from +
		q.following("t.id") + " offset 0) as h"
	q.and("t.starts_at >= " + from)
	q.top("(" + q.weeks("starts", begin) + ") union all (" + begun + ")")
}

// The classes of orders.stay_class: by how many days a stay may last at most, in powers of two, longer ones, and those without an end.
const (
	longStay = 13
	noEnd    = 14
)

// lanes are the statuses s and classes of stays c that can fit, each with the earliest start.
func (q *query) lanes() string {
	statuses := text.Distinct(q.filter.Statuses)
	if len(statuses) == 0 {
		statuses = orders.Statuses()
	}
	var classes []int32
	var low []time.Time
	for class := range int32(noEnd + 1) {
		earliest := q.filter.Starts.From.At
		if from := q.filter.Overlaps.From; !from.IsZero() && class < longStay {
			if begun := from.At.Add(-24 * time.Hour << class); begun.After(earliest) {
				earliest = begun
			}
		}
		classes, low = append(classes, class), append(low, earliest)
	}
	return "unnest(" + q.Value(statuses, "text[]") + ") as s (status) cross join unnest(" + q.Value(classes, "integer[]") + ", " +
		q.Value(low, "timestamptz[]") + ") as c (class, low)"
}

// stayOf selects what fits of one lane. With "offset 0" behind it, the planner looks up one lane after the other in the index of stays.
func (q *query) stayOf(columns string) string {
	return "select " + columns + " from orders.orders t where t.account_id = " + q.Account() + ` and t.status = s.status
		and orders.stay_class(t.starts_at, t.ends_at) = c.class and t.starts_at >= c.low and ` + q.conditions()
}

// stays reads all orders in the periods of stays and keeps the newest: for when they are few.
func (q *query) stays() {
	q.top("select h.id from " + q.lanes() + " cross join lateral (" + q.stayOf("t.id") + " offset 0) as h where true" + q.following("h.id"))
}

// byStart lists by starts_at. An index has that order; where orders overlap a period or have a status, the first of each lane are
// merged instead. Those without a start follow.
func (q *query) byStart() {
	_, direction := q.compare()
	order := " order by t.starts_at" + direction + ", t.id" + direction + q.limit()
	rows, lanes := "select t.id, t.starts_at from orders.orders t where "+q.conditions(), ""
	if byLane := !q.filter.Overlaps.IsZero() || len(q.filter.Statuses) > 0; byLane && !q.amongLast() {
		rows, lanes = q.stayOf("t.id, t.starts_at"), q.lanes()
	}
	never := "select t.id, t.starts_at from orders.orders t where " + q.conditions() + " and t.starts_at is null"
	if q.amongLast() {
		q.top(never + q.following("t.id") + order)
		return
	}
	rows += " and t.starts_at is not null" + q.followingStart("t.starts_at") + order
	if lanes != "" {
		rows = "select h.id, h.starts_at from " + lanes + " cross join lateral (" + rows + ") as h"
	}
	if q.filter.Starts.IsZero() && q.filter.Overlaps.IsZero() {
		rows = "(" + rows + ") union all (" + never + order + ")"
	}
	q.top(rows)
}
