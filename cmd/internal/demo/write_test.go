package demo

import (
	"bytes"
	"errors"
	"testing"
	"time"
)

func TestSameDayGivesSameBytes(t *testing.T) {
	t.Parallel()
	for _, location := range Locations() {
		first := written(t, location, someDay())
		if !bytes.Equal(first, written(t, location, someDay())) {
			t.Errorf("%s: two runs differ", location.Code)
		}
		if !bytes.Equal(first, written(t, location, someDay().Add(5*time.Hour))) {
			t.Errorf("%s: two times of one day differ", location.Code)
		}
		if bytes.Equal(first, written(t, location, someDay().AddDate(0, 0, 1))) {
			t.Errorf("%s: two days are the same", location.Code)
		}
	}
}

func TestAnyDayOfTheYearCanBeWritten(t *testing.T) {
	t.Parallel()
	for _, location := range Locations() {
		for month := time.January; month <= time.December; month++ {
			read(t, location, written(t, location, time.Date(2028, month, 29, 0, 30, 0, 0, time.UTC)))
		}
	}
}

func TestBusinessIsOfTheSizeOfARealOne(t *testing.T) {
	t.Parallel()
	counts := map[string]int{}
	for _, location := range Locations() {
		for kind, records := range read(t, location, written(t, location, someDay())).index {
			counts[kind] += len(records)
		}
	}
	for kind, limits := range map[string][2]int{
		"tax": {6, 12}, "addon": {60, 90}, "rate": {30, 50}, "retail_category": {30, 50}, "retail_product": {280, 340},
		"adjustment": {30, 50}, "pending_reason_option": {12, 30}, "preventive_type": {10, 20}, "customer": {600, 600},
		"pet": {850, 980}, "vaccination": {2000, 6000}, "preventive": {500, 2500}, "note": {500, 1500}, "order": {3000, 4000},
	} {
		if counts[kind] < limits[0] || counts[kind] > limits[1] {
			t.Errorf("%d of %s, want %d to %d", counts[kind], kind, limits[0], limits[1])
		}
		delete(counts, kind)
	}
	if len(counts) > 0 {
		t.Errorf("unknown types: %v", counts)
	}
}

func TestUnknownCountryIsRefused(t *testing.T) {
	t.Parallel()
	elsewhere := Locations()[0]
	elsewhere.Country = "AQ"
	if err := Write(&bytes.Buffer{}, elsewhere, someDay()); err == nil {
		t.Error("wrote a business in Antarctica")
	}
}

func TestUnknownTimeZoneIsRefused(t *testing.T) {
	t.Parallel()
	elsewhere := Locations()[0]
	elsewhere.Timezone = "Europe/Atlantis"
	if err := Write(&bytes.Buffer{}, elsewhere, someDay()); err == nil {
		t.Error("wrote a business in Atlantis")
	}
}

type fullDisk struct{}

var errFullDisk = errors.New("disk is full")

func (fullDisk) Write([]byte) (int, error) { return 0, errFullDisk }

func TestFaultOfTheWriterIsReported(t *testing.T) {
	t.Parallel()
	if err := Write(fullDisk{}, Locations()[0], someDay()); !errors.Is(err, errFullDisk) {
		t.Errorf("got %v", err)
	}
}
