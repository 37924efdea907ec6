package demo

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// head begins every line.
type head struct {
	Type       string `json:"type"`
	ExternalID string `json:"external_id"`
}

// business holds the records of one location while they are made.
type business struct {
	location Location
	market   market
	zone     *time.Location
	today    time.Time

	taxes           []tax
	reasons         []pendingReason
	addons          []product
	rates           []product
	categories      []category
	goods           []retailProduct
	adjustments     []adjustment
	preventiveTypes []preventiveType
	customers       []customer
	pets            []pet
	vaccinations    []vaccination
	preventives     []preventive
	orders          []order
	notes           []note
}

// Write writes all records of one location as JSON Lines. Dates are relative to the calendar day that today is there;
// nothing in it happened later than the day before, but bookings reach two months ahead. It fails for a location that
// is not one of Locations, and when w does.
func Write(w io.Writer, location Location, today time.Time) error {
	made, err := newBusiness(location, today)
	if err != nil {
		return err
	}

	return made.write(w)
}

func newBusiness(location Location, today time.Time) (*business, error) {
	country, err := marketOf(location.Country)
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(location.Timezone)
	if err != nil {
		return nil, fmt.Errorf("load time zone of %s: %w", location.Code, err)
	}

	year, month, day := today.In(zone).Date()
	noon := time.Date(year, month, day, 12, 0, 0, 0, zone)
	b := &business{location: location, market: country, zone: zone, today: noon}
	b.taxes = country.taxes
	b.reasons = pendingReasons()
	b.addons = b.makeAddons()
	b.rates = b.makeRates()
	b.categories = categories()
	b.goods = b.makeGoods()
	b.adjustments = b.makeAdjustments()
	b.preventiveTypes = preventiveTypes()
	b.customers = b.makeCustomers()
	b.pets = b.makePets()
	b.vaccinations = b.makeVaccinations()
	b.preventives = b.makePreventives()
	b.orders = b.makeOrders()
	b.notes = b.makeNotes()

	return b, nil
}

func (b *business) write(w io.Writer) error {
	buffered := bufio.NewWriter(w)
	encoder := json.NewEncoder(buffered)
	encoder.SetEscapeHTML(false)
	for _, record := range b.records() {
		if err := encoder.Encode(record); err != nil {
			return fmt.Errorf("write demo records of %s: %w", b.location.Code, err)
		}
	}
	if err := buffered.Flush(); err != nil {
		return fmt.Errorf("write demo records of %s: %w", b.location.Code, err)
	}

	return nil
}

// records lists everything so that a record comes after those it names.
func (b *business) records() []any {
	all := appendAll(nil, b.taxes)
	all = appendAll(all, b.reasons)
	all = appendAll(all, b.addons)
	all = appendAll(all, b.rates)
	all = appendAll(all, b.categories)
	all = appendAll(all, b.goods)
	all = appendAll(all, b.adjustments)
	all = appendAll(all, b.preventiveTypes)
	all = appendAll(all, b.customers)
	all = appendAll(all, b.pets)
	all = appendAll(all, b.vaccinations)
	all = appendAll(all, b.preventives)
	all = appendAll(all, b.orders)

	return appendAll(all, b.notes)
}

func appendAll[T any](all []any, records []T) []any {
	for _, record := range records {
		all = append(all, record)
	}

	return all
}
