package demo

import (
	"fmt"
	"strconv"
)

// town is a place where customers live; postcode is complete, or the British outward half.
type town struct {
	city, region, postcode string
}

func britishTowns() []town {
	towns := []town{}
	for _, district := range list(`SE22, SE22, SE22, SE21, SE15, SE15, SE24, SE5, SE23, SE4, SE19, SE26, SW2, SE14`) {
		towns = append(towns, town{"London", "Greater London", district})
	}

	return append(towns, town{"Bromley", "Kent", "BR1"}, town{"Beckenham", "Kent", "BR3"}, town{"Croydon", "Surrey", "CR0"})
}

func americanTowns() []town {
	return []town{
		{"Portland", "ME", "04101"}, {"Portland", "ME", "04102"}, {"Portland", "ME", "04103"}, {"Portland", "ME", "04101"},
		{"South Portland", "ME", "04106"}, {"Falmouth", "ME", "04105"}, {"Scarborough", "ME", "04074"},
		{"Cape Elizabeth", "ME", "04107"}, {"Westbrook", "ME", "04092"}, {"Yarmouth", "ME", "04096"},
		{"Freeport", "ME", "04032"}, {"Saco", "ME", "04072"}, {"Gorham", "ME", "04038"}, {"Windham", "ME", "04062"},
	}
}

func britishStreets() []string {
	return list(`Lordship Mews, Barry Lane, Crystal Rise, Goose Green Terrace, Underhill Gardens, Friern Close, Melbourne Crescent,
		Whateley Walk, North Cross Yard, St. Aidan's Grove, Overhill Avenue, Dovercourt Row, Telegraph Passage, Nunhead Parade,
		Choumert Place, Bellenden Court, Ivydale Hill, King's Arms Alley, Zenoria Way, Marmora Drive, Colyton Vale`)
}

func americanStreets() []string {
	return list(`Wharf Lane, Munjoy Terrace, Eastern Prom Way, Congress Court, Brackett Row, Pine Cone Drive, Lighthouse Road,
		Clam Shell Circle, Old Post Road, State Route 9, Blackstrap Hill Road, Longfellow Avenue, Casco View Street, Osprey Lane,
		Moosehead Trail, Baxter Woods Drive, Ferry Landing, Back Shore Road, Stroudwater Boulevard`)
}

func (b *business) makeAddress(l luck) *Address {
	home := pick(l, b.market.towns)
	address := &Address{
		Line1:    strconv.Itoa(l.between(1, 240)) + " " + pick(l, b.market.streets),
		City:     home.city,
		Region:   home.region,
		Postcode: home.postcode,
		Country:  b.location.Country,
	}
	if b.location.Country == "GB" {
		letters := "ABDEFGHJLNPQRSTUWXYZ"
		address.Postcode += fmt.Sprintf(" %d%c%c", l.between(0, 9), letters[l.IntN(20)], letters[l.IntN(20)])
	}
	if l.chance(25) {
		address.Line2 = pick(l, []string{
			"Flat 2", "Flat 14B", "Top floor", "Apt #3", "Basement flat – ring twice", "c/o Café Müller", "Maisonette", "Unit 7",
		})
	}

	return address
}

// The numbers below are reserved for fiction: nobody can be rung up by mistake.

func britishMobile(l luck) string {
	return fmt.Sprintf("+447700900%03d", l.IntN(1000))
}

func britishLandline(l luck) string {
	return fmt.Sprintf("+442079460%03d", l.IntN(1000))
}

func americanPhone(l luck) string {
	area := pick(l, []string{"207", "207", "207", "603", "617", "802", "508", "401"})

	return fmt.Sprintf("+1%s55501%02d", area, l.IntN(100))
}
