package browser

import (
	"strings"
	"testing"
	"time"
)

// asks returns how many requests had a URL that contains part.
func (b *tab) asks(part string) (times int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, a := range b.asked {
		if strings.Contains(a.url, part) {
			times++
		}
	}
	return times
}

func TestDaysAreTyped(t *testing.T) {
	_, b := desk(t)
	now := time.Now()
	b.visit("/compliance?to=" + now.AddDate(0, 3, 0).Format(time.DateOnly))
	later := now.AddDate(0, 2, 0)
	b.tabTo("Last day")
	b.write(later.Format("01022006"))
	b.until("the list is that of the day", "location.hash.includes("+quote("to="+later.Format(time.DateOnly))+")")
	b.holds("Last day", later.Format(time.DateOnly))

	more := 3
	for tries := 0; tries < 3 && more > 2; tries++ { // a busy machine types as slowly as somebody who has chosen a day
		b.visit("/today")
		before := b.asks("/orders?")
		b.tabTo("Day")
		b.write(later.Format("01022006"))
		b.until("the day is open", "location.hash.includes("+quote("day="+later.Format(time.DateOnly))+")")
		b.settled()
		more = b.asks("/orders?") - before
	}
	if more > 2 {
		t.Errorf("one date is asked for %d times", more)
	}
	b.holds("Day", later.Format(time.DateOnly))

	for _, day := range []string{"2026-13-01", "2026-02-30", "tomorrow", "0001-01-01", "9999-12-31"} { // none is today
		b.visit("/today?day=" + day)
		b.click("Pets")
		b.heading("Pets")
		b.click("Today")
		b.heading("Today")
		b.misses("Something unexpected")
	}
}
