package demo

import "fmt"

// market is what differs between the countries of the demo business.
type market struct {
	customers, orders int

	people     []community
	companies  []string
	practices  []string
	towns      []town
	streets    []string
	mobile     func(luck) string
	landline   func(luck) string
	price      func(pence int64) int64
	smallUpTo  int // weight steps of the price list, in the location's unit
	mediumUpTo int
	largeUpTo  int
	taxes      []tax
	vaccines   map[string][]vaccine
}

func marketOf(country string) (market, error) {
	switch country {
	case "GB":
		return market{
			customers: 350, orders: 2000,
			people: britishPeople(), companies: britishCompanies(), practices: britishPractices(),
			towns: britishTowns(), streets: britishStreets(),
			mobile: britishMobile, landline: britishLandline,
			price:     func(pence int64) int64 { return pence },
			smallUpTo: 10, mediumUpTo: 25, largeUpTo: 40,
			taxes: britishTaxes(), vaccines: britishVaccines(),
		}, nil
	case "US":
		return market{
			customers: 250, orders: 1400,
			people: americanPeople(), companies: americanCompanies(), practices: americanPractices(),
			towns: americanTowns(), streets: americanStreets(),
			mobile: americanPhone, landline: americanPhone,
			price:     dollarPrice,
			smallUpTo: 25, mediumUpTo: 55, largeUpTo: 90,
			taxes: americanTaxes(), vaccines: americanVaccines(),
		}, nil
	}

	return market{}, fmt.Errorf("no demo business for country %q", country)
}

// dollarPrice turns a British price into an American one that looks like a price: x.99 stays x.99, others end in .00
// or .50.
func dollarPrice(pence int64) int64 {
	cents := pence * 13 / 10
	if pence%100 == 99 {
		return max(1, (cents+50)/100)*100 - 1
	}

	return (cents + 25) / 50 * 50
}
