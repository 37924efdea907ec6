package demo

import "slices"

// booking is what a customer books at one time.
type booking struct {
	calendar

	guests             []pet
	placed, start, end int // days
	opens, closes      int // hours of the day
	startsAt, endsAt   string
	services           []string
	lines              []orderLine
}

// book chooses a service that suits the customer's pets; customers without a suitable pet buy something.
func (c calendar) book(owner, placed int) *booking {
	k := &booking{calendar: c, placed: placed, services: []string{}, lines: []orderLine{}}
	switch c.weigh(30, 28, 17, 6, 6, 13) {
	case 0:
		k.board(owner)
	case 1:
		k.daycare(owner)
	case 2:
		k.groom(owner)
	case 3:
		k.train(owner)
	case 4:
		k.class(owner)
	}
	if len(k.lines) == 0 {
		k.guests, k.start, k.end, k.startsAt, k.endsAt = nil, placed, placed, "", ""
		k.shop(c.between(1, 5))
	}

	return k
}

// span sets when the booking is; it reads the hours as well as the days.
func (k *booking) span(start, end, opens, closes int) {
	k.start, k.end, k.opens, k.closes = start, end, opens, closes
	k.startsAt, k.endsAt = k.instant(start, opens, 0), k.instant(end, closes, 0)
}

// bring chooses among the customer's pets that were old enough and alive during the booking.
func (k *booking) bring(owner, count int, species ...string) bool {
	fit := []pet{}
	for _, p := range k.calendar.guests[owner] {
		if p.born+80 > k.placed || p.died <= k.end || p.Status == "inactive" && k.placed > -150 {
			continue
		}
		if len(species) == 0 || slices.Contains(species, p.Species) {
			fit = append(fit, p)
		}
	}
	k.guests = some(k.luck, fit, count)

	return len(k.guests) > 0
}

func (k *booking) board(owner int) {
	start := k.placed + k.between(2, 70)
	nights := []int{k.between(1, 3), k.between(4, 8), k.between(9, 21)}[k.weigh(45, 40, 15)]
	k.span(start, start+nights, k.between(9, 17), k.between(9, 17))
	if !k.bring(owner, 4) {
		return
	}

	k.service("boarding")
	rates := map[string]product{}
	sharing := map[string]int{}
	for _, guest := range k.guests {
		room, chosen := rates[guest.Species]
		if !chosen {
			room = k.choose(k.rates, "boarding", guest, owner)
			rates[guest.Species] = room
		}
		sharing[guest.Species]++
		k.charge(room, guest, sharing[guest.Species], nights)
		k.include(room, guest)
		k.extras(guest, nights)
	}
	if k.chance(10) {
		k.shop(k.between(1, 2))
	}
}

func (k *booking) daycare(owner int) {
	day := k.placed + k.between(1, 12)
	k.span(day, day, 8, 18)
	if !k.bring(owner, 2, "dog", "cat") {
		return
	}

	k.service("daycare")
	rate := k.choose(k.rates, "daycare", k.guests[0], owner)
	quantity := 1
	switch {
	case rate.ValueData.PricingModel == "per_hour":
		quantity = k.between(2, 6)
		k.span(day, day, 10, 10+quantity)
	case rate.ValueData.DurationMinutes > 0 && rate.ValueData.DurationMinutes <= 300:
		k.span(day, day, 8, 8+rate.ValueData.DurationMinutes/60)
	}
	if !rate.takes(k.guests[len(k.guests)-1].Species) {
		k.guests = k.guests[:1]
	}
	for i, guest := range k.guests {
		k.charge(rate, guest, i+1, quantity)
		k.include(rate, guest)
	}
}

func (k *booking) groom(owner int) {
	day, hour := k.placed+k.between(1, 24), k.between(9, 15)
	k.span(day, day, hour, hour+2)
	if !k.bring(owner, 1+k.weigh(85, 15)) {
		return
	}

	k.service("grooming")
	for i, guest := range k.guests {
		treatment := k.choose(k.addons, "grooming", guest, owner)
		k.charge(treatment, guest, i+1, 1)
		k.include(treatment, guest)
	}
}

func (k *booking) train(owner int) {
	day, hour := k.placed+k.between(1, 20), k.between(9, 18)
	k.span(day, day, hour, hour+1)
	if !k.bring(owner, 1, "dog", "cat") {
		return
	}

	k.service("training")
	lesson := k.choose(k.addons, "training", k.guests[0], owner)
	quantity := 1
	if lesson.Code == "TRN-ONE" {
		quantity = []int{1, 3, 5, 10}[k.weigh(60, 20, 15, 5)]
	}
	k.charge(lesson, k.guests[0], 1, quantity)
}

func (k *booking) class(owner int) {
	for _, class := range k.addons {
		if class.ServiceType != "classes" || !class.Active || class.begins <= k.placed ||
			k.places[class.Code] >= class.Capacity || !k.chance(40) {
			continue
		}
		k.start, k.end = class.begins, class.ends
		if !k.bring(owner, 1, "dog") {
			return
		}
		k.places[class.Code]++
		k.startsAt, k.endsAt = class.Sessions[0].StartsAt, class.Sessions[len(class.Sessions)-1].EndsAt
		k.service("classes")
		k.charge(class, k.guests[0], 1, 1)

		return
	}
}

// choose picks an active product of the service for the guest; a few are for some customers only.
func (k *booking) choose(from []product, service string, guest pet, owner int) product {
	young := k.start-guest.born < 180
	fit := []product{}
	for _, p := range from {
		forPuppies := p.Code == "BRD-PUPPY" || p.Code == "DAY-PUPPY" || p.Code == "GRM-PUPPY"
		switch {
		case !p.Active || p.ServiceType != service || !p.takes(guest.Species),
			forPuppies && !young,
			p.Code == "BRD-RESCUE" && k.customers[owner].CompanyName == "",
			p.Code == "DAY-TRIAL" && !k.chance(20),
			p.Code == "TRN-STAY":
		default:
			fit = append(fit, p)
		}
	}

	return fit[min(k.IntN(len(fit)), k.IntN(len(fit)))] // what stands first sells best
}
