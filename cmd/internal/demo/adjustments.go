package demo

type adjustment struct {
	head
	Name       string          `json:"name"`
	Code       string          `json:"code"`
	Kind       string          `json:"kind"`
	ValueData  adjustmentValue `json:"value_data"`
	ValidFrom  string          `json:"valid_from,omitempty"`
	ValidUntil string          `json:"valid_until,omitempty"`
	Active     bool            `json:"active"`

	basis       int // percent in hundredths; 0 for an amount
	from, until int // days
}

type adjustmentValue struct {
	Kind       string `json:"kind"`
	Percent    string `json:"percent,omitempty"`
	Amount     *money `json:"amount,omitempty"`
	AppliesPer string `json:"applies_per"`
}

func (b *business) makeAdjustments() []adjustment {
	always := -never
	made := []adjustment{
		b.percent("MULTI", "Family discount (two or more pets)", "discount", 1000, "order", always, never),
		b.percent("STAFF", "Staff & family", "discount", 2500, "line", always, never),
		b.percent("LOYAL", "Loyalty, 12.5%", "discount", 1250, "line", always, never),
		b.percent("RESCUE", "Rescue dogs", "discount", 1500, "order", always, never),
		b.percent("AUTUMN", "Autumn special", "discount", 750, "order", -330, -240),
		b.percent("SPRING", "Spring clean: grooming", "discount", 2000, "order", -180, -120),
		b.percent("SOON", "Early booking, next season", "discount", 500, "order", 30, 120),
		b.percent("OLD10", "10% leaflet (ended)", "discount", 1000, "order", -700, -400),
		b.amount("FRIEND", "Bring a friend", "voucher", 1000, "order", always, never),
		b.amount("SORRY", "Sorry about that", "voucher", 1500, "order", always, never),
		b.amount("WELCOME", "Welcome, first stay", "voucher", 2000, "order", -365, 60),
		b.amount("RAFFLE", "School fair raffle prize", "voucher", 2500, "order", -120, 245),
		b.percent("PEAK", "Peak season", "surcharge", 1500, "line", always, never),
		b.amount("LATE", "Late pick-up", "surcharge", 1200, "order", always, never),
		b.amount("CLEAN", "Extra cleaning", "surcharge", 1800, "order", always, never),
		b.amount("HOLIDAY", "Public holiday", "surcharge", 1000, "line", always, never),
		b.amount("GIFT25", "Gift card 25", "gift_card", 2500, "order", always, 365),
		b.amount("GIFT50", "Gift card 50", "gift_card", 5000, "order", always, 365),
		b.amount("GIFT100", "Gift card 100", "gift_card", 10000, "order", always, 365),
	}
	for i := range made {
		made[i].Active = made[i].until > -300
		if made[i].from > always {
			made[i].ValidFrom = b.date(made[i].from)
		}
		if made[i].until < never {
			made[i].ValidUntil = b.date(made[i].until)
		}
	}

	return made
}

func (b *business) percent(code, name, kind string, basis int, per string, from, until int) adjustment {
	return adjustment{
		head: head{"adjustment", "ADJ-" + code}, Name: name, Code: code, Kind: kind,
		ValueData: adjustmentValue{Kind: "percent", Percent: decimal(basis), AppliesPer: per},
		basis:     basis, from: from, until: until,
	}
}

func (b *business) amount(code, name, kind string, pence int64, per string, from, until int) adjustment {
	worth := b.price(pence)

	return adjustment{
		head: head{"adjustment", "ADJ-" + code}, Name: name, Code: code, Kind: kind,
		ValueData: adjustmentValue{Kind: "amount", Amount: &worth, AppliesPer: per},
		from:      from, until: until,
	}
}

// takesOff is how much the adjustment takes off an amount, never more than all of it.
func (a adjustment) takesOff(amount int64) int64 {
	if a.basis > 0 {
		return percentOf(amount, a.basis)
	}

	return min(amount, a.ValueData.Amount.Amount)
}

// reductions lists what can be taken off an order of that day.
func (b *business) reductions(day int) []adjustment {
	open := []adjustment{}
	for _, a := range b.adjustments {
		if a.Kind != "surcharge" && a.from <= day && day <= a.until {
			open = append(open, a)
		}
	}

	return open
}

// surcharge finds a surcharge by its code.
func (b *business) surcharge(code string) adjustment {
	for _, a := range b.adjustments {
		if a.Kind == "surcharge" && a.Code == code {
			return a
		}
	}

	return adjustment{}
}
