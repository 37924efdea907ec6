package demo

import (
	"testing"
	"time"
)

func today(f file) string {
	zone, _ := time.LoadLocation(f.location.Timezone)

	return someDay().In(zone).Format(time.DateOnly)
}

func TestNothingHappenedAfterYesterday(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		day := today(f)
		midnight := someDay().Truncate(24 * time.Hour).Add(5 * time.Hour).Format(time.RFC3339)
		for _, r := range f.records {
			for _, key := range []string{"administered_on", "birth_date", "deceased_on"} {
				if r.text(key) >= day {
					t.Errorf("%s: %s is %s", r.text("external_id"), key, r.text(key))
				}
			}
			if r.text("placed_at") > midnight {
				t.Errorf("%s is placed at %s", r.text("external_id"), r.text("placed_at"))
			}
			for _, payment := range r.all("payments") {
				if payment.text("taken_at") > midnight || payment.text("taken_at") < r.text("placed_at") {
					t.Errorf("%s is paid at %s", r.text("external_id"), payment.text("taken_at"))
				}
			}
		}
	})
}

func TestDatesFollowEachOther(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		before := func(r record, first, second string) {
			if a, b := r.text(first), r.text(second); a != "" && b != "" && a > b {
				t.Errorf("%s: %s %s is after %s %s", r.text("external_id"), first, a, second, b)
			}
		}
		for _, r := range f.records {
			before(r, "birth_date", "deceased_on")
			before(r, "administered_on", "expires_on")
			before(r, "valid_from", "valid_until")
			before(r, "placed_at", "starts_at")
			before(r, "starts_at", "ends_at")
			for _, session := range r.all("sessions") {
				before(session, "starts_at", "ends_at")
			}
			if r.text("deceased_on") != "" && r.text("status") != "deceased" {
				t.Errorf("%s is %s and dead", r.text("external_id"), r.text("status"))
			}
			if r.text("status") == "completed" && r.text("ends_at") > someDay().Format(time.RFC3339) {
				t.Errorf("%s is completed before its end", r.text("external_id"))
			}
		}
	})
}

func TestDaysAndInstantsAreWrittenAsAgreed(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		var check func(id string, entry map[string]any)
		check = func(id string, entry map[string]any) {
			for key, value := range entry {
				text, _ := value.(string)
				layout := map[string]string{
					"administered_on": time.DateOnly, "expires_on": time.DateOnly, "birth_date": time.DateOnly,
					"deceased_on": time.DateOnly, "valid_from": time.DateOnly, "valid_until": time.DateOnly,
					"placed_at": "2006-01-02T15:04:05Z", "starts_at": "2006-01-02T15:04:05Z", "ends_at": "2006-01-02T15:04:05Z",
					"taken_at": "2006-01-02T15:04:05Z", "service_from": "2006-01-02T15:04:05Z", "service_to": "2006-01-02T15:04:05Z",
				}[key]
				if parsed, err := time.Parse(layout, text); layout != "" && (err != nil || parsed.Format(layout) != text) {
					t.Errorf("%s: %s is %q", id, key, text)
				}
				if entries, found := value.([]any); found {
					for _, below := range entries {
						if object, found := below.(map[string]any); found {
							check(id, object)
						}
					}
				}
			}
		}
		for _, r := range f.records {
			check(r.text("external_id"), r)
		}
	})
}

func TestHealthRecordsAreValidExpiringAndExpired(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		day := today(f)
		soon := someDay().AddDate(0, 0, f.location.VaccinationWarningDays).Format(time.DateOnly)
		for _, kind := range []string{"vaccination", "preventive"} {
			counts := map[string]int{}
			for _, r := range f.index[kind] {
				switch expires := r.text("expires_on"); {
				case expires < day:
					counts["expired"]++
				case expires <= soon:
					counts["expiring"]++
				default:
					counts["valid"]++
				}
			}
			if counts["valid"] < 25 || counts["expiring"] < 25 || counts["expired"] < 25 {
				t.Errorf("%s: %v", kind, counts)
			}
		}
	})
}
