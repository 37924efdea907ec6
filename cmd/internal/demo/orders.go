package demo

import (
	"fmt"
	"slices"
	"strings"
)

type order struct {
	head
	Number        string      `json:"number"`
	Customer      string      `json:"customer"`
	Pets          []string    `json:"pets"`
	Status        string      `json:"status"`
	PendingReason string      `json:"pending_reason,omitempty"`
	ServiceTypes  []string    `json:"service_types"`
	StartsAt      string      `json:"starts_at,omitempty"`
	EndsAt        string      `json:"ends_at,omitempty"`
	PlacedAt      string      `json:"placed_at"`
	Lines         []orderLine `json:"lines"`
	Totals        totals      `json:"totals"`
	Payments      []payment   `json:"payments"`
}

// calendar is a year of orders in the making.
type calendar struct {
	*business
	luck

	guests map[int][]pet  // by the index of their owner
	places map[string]int // taken places by class
	shelf  []retailProduct
}

func (b *business) makeOrders() []order {
	c := calendar{business: b, luck: newLuck(b.location.Code, "orders"), guests: map[int][]pet{}, places: map[string]int{}}
	for _, goods := range b.goods {
		if goods.Active {
			c.shelf = append(c.shelf, goods)
		}
	}
	for _, p := range b.pets {
		c.guests[p.owner] = append(c.guests[p.owner], p)
	}

	minutes := make([]int, b.market.orders)
	for i := range minutes {
		minutes[i] = -c.between(1, 365)*1440 + c.between(9*60, 18*60)
	}
	slices.Sort(minutes)

	orders := make([]order, 0, len(minutes))
	for i, minute := range minutes {
		day := (minute - 1439) / 1440
		made := c.order(day, minute-day*1440)
		made.ExternalID = fmt.Sprintf("O-%05d", i+1)
		made.Number = fmt.Sprintf("%s-%05d", strings.ToUpper(b.location.Code[:3]), 10001+i)
		orders = append(orders, made)
	}

	return orders
}

func (c calendar) order(placed, minute int) order {
	owner := c.customerOf(placed)
	k := c.book(owner, placed)
	status := c.statusOf(k)
	k.finish(status)
	sums := c.sum(k.lines)
	payments := c.pay(k, status, sums.Total.Amount)
	for _, taken := range payments {
		sums.Paid.Amount += taken.Amount.Amount
	}
	sums.BalanceDue.Amount = sums.Total.Amount - sums.Paid.Amount

	made := order{
		head:     head{Type: "order"},
		Customer: c.customers[owner].ExternalID, Pets: []string{}, Status: status,
		ServiceTypes: k.services, StartsAt: k.startsAt, EndsAt: k.endsAt,
		PlacedAt: c.instant(placed, minute/60, minute%60),
		Lines:    k.lines, Totals: sums, Payments: payments,
	}
	for _, guest := range k.guests {
		made.Pets = append(made.Pets, guest.ExternalID)
	}
	waiting := k.end >= 0 || k.services[0] == "retail"
	if (status == "draft" || status == "open") && waiting && c.chance(30) {
		made.PendingReason = pick(c.luck, c.reasonsFor(k.services[0]))
	}

	return made
}

// customerOf finds somebody who was a customer in good standing on that day.
func (c calendar) customerOf(day int) int {
	for {
		owner := c.IntN(len(c.customers))
		if c.chance(35) {
			owner = c.IntN(regulars)
		}
		switch status := c.customers[owner].Status; {
		case status == "active",
			status == "blocked" && day < -60,
			status == "inactive" && day < -150:
			return owner
		}
	}
}

func (c calendar) statusOf(k *booking) string {
	retail := k.services[0] == "retail"
	switch {
	case retail:
		return []string{"completed", "open", "cancelled", "draft"}[c.weigh(950, 20, 20, 10)]
	case k.end < 0:
		return []string{"completed", "cancelled", "open"}[c.weigh(90, 8, 2)]
	case k.start < 0:
		return "open"
	default:
		return []string{"open", "draft", "cancelled"}[c.weigh(76, 15, 9)]
	}
}
