package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/petcare/petcare/modules/accounts"
	"github.com/petcare/petcare/platform/testkit"
)

// record has the keys of a line that the tests use. Days and instants compare as text.
type record struct {
	Type, Customer, Pet, Email, Password, Status string
	Pets                                         []string
	ID                                           string `json:"external_id"`
	Born                                         string `json:"birth_date"`
	Died                                         string `json:"deceased_on"`
	Administered                                 string `json:"administered_on"`
	Expires                                      string `json:"expires_on"`
	Placed                                       string `json:"placed_at"`
	Starts                                       string `json:"starts_at"`
	Ends                                         string `json:"ends_at"`
	Lines                                        []struct {
		Kind, Pet string
		Quantity  *int64
		UnitPrice money `json:"unit_price"`
		Discount  money
		Tax       money
	}
	Payments []struct {
		Amount money
		Taken  string `json:"taken_at"`
	}
}

type money struct{ Amount int64 }

// business has the records of every location, loaded at noon of a day. They are decoded once, because that takes long.
var business = sync.OnceValues(func() (all []location, err error) {
	list, err := Read()
	if err != nil {
		return nil, err
	}
	for _, account := range list {
		zone, err := time.LoadLocation(account.Timezone)
		if err != nil {
			return nil, err
		}
		l := location{code: account.Code, now: time.Date(2027, time.March, 14, 12, 0, 0, 0, zone)}
		lines, err := Records(account, l.now)
		if err != nil {
			return nil, err
		}
		for line := range bytes.Lines(lines) {
			var r record
			if err := json.Unmarshal(line, &r); err != nil {
				return nil, fmt.Errorf("%s, line %d: %w", l.code, len(l.records)+1, err)
			}
			l.records = append(l.records, r)
		}
		all = append(all, l)
	}
	return all, nil
})

type location struct {
	code    string
	records []record
	now     time.Time
}

// each runs a test with the records of every location.
func each(t *testing.T, test func(t *testing.T, records []record, now time.Time)) {
	t.Helper()
	t.Parallel()
	all := testkit.Must[[]location](t)(business())
	for _, l := range all {
		t.Run(l.code, func(t *testing.T) {
			t.Parallel()
			test(t, l.records, l.now)
		})
	}
}

func instant(at time.Time) string { return at.UTC().Format(time.RFC3339) }

func TestRelativeTimesAreCountedInTheTimeZoneOfTheLocation(t *testing.T) {
	t.Parallel()
	zone := testkit.Must[*time.Location](t)(time.LoadLocation("America/New_York"))
	now := time.Date(2028, time.March, 1, 2, 0, 0, 0, time.UTC).In(zone) // the evening of the leap day
	for written, want := range map[string]string{
		`"@0d"`:           `"2028-02-29"`,
		`"@-366d"`:        `"2027-02-28"`,
		`"@1dT00:05"`:     `"2028-03-01T05:05:00Z"`,
		`"@14dT09:30"`:    `"2028-03-14T13:30:00Z"`, // clocks went forward
		`"at @-3d"`:       `"at @-3d"`,
		`"say \"@-3d\""`:  `"say \"@-3d\""`,
		`"@-3dT9:30"`:     `"@-3dT9:30"`,
		`"2026-01-01"`:    `"2026-01-01"`,
		`["@0d", "@12d"]`: `["2028-02-29", "2028-03-12"]`,
	} {
		if got := string(resolve([]byte(written), now)); got != want {
			t.Errorf("%s is %s, want %s", written, got, want)
		}
	}
}

func TestMailAndPhonesAreThoseReservedForExamples(t *testing.T) {
	t.Parallel()
	locations := testkit.Must[[]accounts.AccountCreate](t)(Read())
	all := testkit.Must[[]byte](t)(json.Marshal(locations))
	for _, location := range locations {
		all = append(all, testkit.Must[[]byte](t)(Records(location, time.Now()))...)
	}
	if strings.Contains(string(all), `"@`) {
		t.Error("a relative time is not written as README.md says")
	}
	mail := regexp.MustCompile(`@(\w+(-\w+)*\.)*example\.(com|org)$`)
	found := regexp.MustCompile(`[\w.+-]+@[\w.-]+\w`).FindAllString(string(all), -1)
	for _, address := range found {
		if !mail.MatchString(address) {
			t.Errorf("e-mail %s", address)
		}
	}
	phone := regexp.MustCompile(`^\+(447700900\d{3}|442079460\d{3}|1[2-9]\d\d55501\d\d)$`)
	numbers := regexp.MustCompile(`\+\d{7,}`).FindAllString(string(all), -1)
	for _, number := range numbers {
		if !phone.MatchString(number) {
			t.Errorf("phone %s", number)
		}
	}
	if len(found) < 500 || len(numbers) < 500 {
		t.Errorf("%d e-mail addresses, %d phone numbers", len(found), len(numbers))
	}
}

func TestNothingHappenedAfterYesterday(t *testing.T) {
	each(t, func(t *testing.T, records []record, now time.Time) {
		today, midnight := now.Format(time.DateOnly), instant(now.Add(-12*time.Hour))
		for _, r := range records {
			if r.Born >= today || r.Died >= today || r.Administered >= today || r.Placed >= midnight {
				t.Errorf("%s is from the future", r.ID)
			}
			if r.Status == "completed" && r.Ends >= midnight {
				t.Errorf("%s is completed before its end", r.ID)
			}
			for _, p := range r.Payments {
				if p.Taken >= midnight || p.Taken < r.Placed {
					t.Errorf("%s is paid at %s", r.ID, p.Taken)
				}
			}
			for _, span := range [][2]string{{r.Born, r.Died}, {r.Administered, r.Expires}, {r.Placed, r.Starts}, {r.Starts, r.Ends}} {
				if span[0] > span[1] && span[1] != "" {
					t.Errorf("%s: %s is after %s", r.ID, span[0], span[1])
				}
			}
		}
	})
}

func TestThereIsSomethingOfEverythingAroundToday(t *testing.T) {
	each(t, func(t *testing.T, records []record, now time.Time) {
		today, soon, fortnight := now.Format(time.DateOnly), now.AddDate(0, 0, 30).Format(time.DateOnly), instant(now.AddDate(0, 0, 14))
		counts := map[string]int{}
		for _, r := range records {
			counts[r.Type]++
			counts[r.Type+" "+r.Status]++
			switch {
			case r.Expires != "" && r.Expires < today:
				counts[r.Type+" expired"]++
			case r.Expires != "" && r.Expires <= soon:
				counts[r.Type+" expiring"]++
			case r.Type == "order" && r.Starts > instant(now) && r.Starts <= fortnight:
				counts["order soon"]++
			case r.Type == "order" && r.Starts != "" && r.Starts <= instant(now) && r.Ends > instant(now):
				counts["order under way"]++
			}
		}
		for what, least := range map[string]int{
			"customer": 250, "customer active": 150, "customer inactive": 5, "customer blocked": 3,
			"pet": 400, "pet active": 250, "pet inactive": 2, "pet deceased": 2, "note": 300,
			"vaccination": 1500, "vaccination expired": 25, "vaccination expiring": 25,
			"preventive": 500, "preventive expired": 25, "preventive expiring": 25,
			"order": 1400, "order draft": 8, "order open": 8, "order completed": 500, "order cancelled": 8, "order soon": 20, "order under way": 2,
			"rate": 15, "addon": 30, "retail_product": 150, "adjustment": 15, "tax": 3, "pending_reason_option": 5, "preventive_type": 5,
		} {
			if counts[what] < least {
				t.Errorf("%d are %s, want %d", counts[what], what, least)
			}
		}
	})
}

func TestFirstCustomerOfTheFirstLocationAloneCanLogIn(t *testing.T) {
	each(t, func(t *testing.T, records []record, _ time.Time) {
		first := strings.HasSuffix(t.Name(), "/"+testkit.Must[[]accounts.AccountCreate](t)(Read())[0].Code)
		for _, r := range records {
			login := first && r.Type == "customer" && r.ID == FirstCustomer
			if (r.Password != "") != login || login && (r.Email != "demo@example.com" || r.Password != "demo-password") {
				t.Errorf("%s: e-mail %q, password %q", r.ID, r.Email, r.Password)
			}
		}
	})
}
