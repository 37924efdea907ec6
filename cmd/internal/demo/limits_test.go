package demo

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// keysOf is every key that an importer knows for a type, besides type and external_id.
func keysOf(kind string) []string {
	product := "name description code serviceType active item_order taxes included_addons value_data"

	return strings.Fields(map[string]string{
		"tax":                   "name rate inclusive active",
		"addon":                 product + " sessions capacity instructor",
		"rate":                  product,
		"retail_category":       "name parent",
		"retail_product":        "name description sku barcode brand categories price taxes stock_quantity track_stock active",
		"adjustment":            "name code kind value_data valid_from valid_until active",
		"pending_reason_option": "name description service_types item_order active",
		"preventive_type":       "name category species interval_days",
		"customer": `first_name last_name company_name email phones address status referral_source contacts vet
			communication colour_codes tags alert password`,
		"pet": `customer name species breeds sex altered birth_date birth_date_precision status deceased_on
			secondary_pet_status weight coat colour markings microchip vet feeding_instructions medications allergies
			medical_notes behaviour_notes grooming_notes alert colour_codes tags`,
		"vaccination": `pet vaccination_type expires_on administered_on manufacturer lot_number clinic veterinarian
			verified note`,
		"preventive": "pet preventive_type product administered_on expires_on note",
		"note":       "customer pet order title body category pinned visibility",
		"order": `number customer pets status pending_reason service_types starts_at ends_at placed_at lines totals
			payments`,
	}[kind])
}

func TestLinesHaveOnlyKeysOfTheInterface(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		for kind, records := range f.index {
			known := append(keysOf(kind), "type", "external_id")
			used := map[string]bool{}
			for id, r := range records {
				for key := range r {
					used[key] = true
					if !slices.Contains(known, key) {
						t.Errorf("%s %s has the key %s", kind, id, key)
					}
				}
			}
			for _, key := range known {
				if !used[key] && key != "password" {
					t.Errorf("no %s has the key %s", kind, key)
				}
			}
		}
	})
}

// limits of texts in characters, by type and key.
func limitOf(kind, key string) int {
	limit, found := map[string]int{
		"customer.first_name": 100, "customer.last_name": 100, "customer.company_name": 150, "customer.email": 254,
		"pet.name": 100, "pet.microchip": 23, "note.body": 10000, "note.title": 150, "vaccination.note": 2000,
		"pet.feeding_instructions": 4000, "pet.medications": 4000, "pet.allergies": 4000, "pet.medical_notes": 4000,
		"pet.behaviour_notes": 4000, "pet.grooming_notes": 4000, "pet.alert": 500, "customer.alert": 500,
		"pending_reason_option.name": 80, "pending_reason_option.description": 300,
	}[kind+"."+key]
	if !found {
		return 120
	}

	return limit
}

func TestTextsKeepTheLimitsAndNeedNoCleaning(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		for _, r := range f.records {
			kind, id := r.text("type"), r.text("external_id")
			for key, value := range r {
				checkText(t, id, key, value, limitOf(kind, key))
			}
		}
	})
}

// checkText also finds texts that an importer would change: then a second import would not leave the record alone.
func checkText(t *testing.T, id, key string, value any, limit int) {
	t.Helper()
	switch value := value.(type) {
	case string:
		if value == "" || value != strings.TrimSpace(value) || utf8.RuneCountInString(value) > limit || strings.Contains(value, "\x00") {
			t.Errorf("%s: %s is %q", id, key, value)
		}
		if strings.ContainsAny(value, "{}=") && key != "body" {
			t.Errorf("%s: %s was not filled in: %q", id, key, value)
		}
	case []any:
		for _, below := range value {
			checkText(t, id, key, below, limit)
		}
	case map[string]any:
		for below, entry := range value {
			checkText(t, id, key+"."+below, entry, limit)
		}
	}
}

func TestCustomersAreInOrder(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		mail := regexp.MustCompile(`^[a-z0-9][a-z0-9._+-]*@example\.(com|org)$`)
		fictional := regexp.MustCompile(`^(\+447700900\d{3}|\+442079460\d{3})$`)
		if f.location.Country == "US" {
			fictional = regexp.MustCompile(`^\+1(207|603|617|802|508|401)55501\d\d$`)
		}
		taken, statuses := map[string]bool{}, map[string]int{}
		for id, customer := range f.index["customer"] {
			email := strings.ToLower(customer.text("email"))
			if email != "" && (taken[email] || !mail.MatchString(email)) {
				t.Errorf("customer %s: e-mail %q", id, email)
			}
			taken[email] = true
			statuses[customer.text("status")]++
			if customer.text("first_name") == "" && customer.text("last_name") == "" {
				t.Errorf("customer %s has no name", id)
			}
			primary := 0
			for _, phone := range slices.Concat(customer.all("phones"), customer.all("contacts")) {
				number := phone.text("number") + phone.text("phone")
				if number != "" && !fictional.MatchString(number) {
					t.Errorf("customer %s: phone %q", id, number)
				}
				if phone["primary"] == true {
					primary++
				}
			}
			if len(customer.all("phones")) > 5 || len(customer.all("contacts")) > 10 || len(customer.texts("tags")) > 50 || primary > 1 {
				t.Errorf("customer %s: %v", id, customer)
			}
			for _, tag := range customer.texts("tags") {
				if utf8.RuneCountInString(tag) > 40 {
					t.Errorf("customer %s: tag %q", id, tag)
				}
			}
		}
		if statuses["active"] < 150 || statuses["inactive"] < 8 || statuses["blocked"] < 3 {
			t.Errorf("statuses of customers: %v", statuses)
		}
	})
}

func TestPetsAreInEveryStatus(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		seen := map[string]int{}
		for id, pet := range f.index["pet"] {
			seen[pet.text("status")]++
			seen[pet.text("species")]++
			for _, tag := range pet.texts("tags") {
				if utf8.RuneCountInString(tag) > 40 {
					t.Errorf("pet %s: tag %q", id, tag)
				}
			}
		}
		for _, key := range []string{"active", "inactive", "deceased", "dog", "cat", "rabbit", "bird", "guinea_pig"} {
			if seen[key] < 2 {
				t.Errorf("%d pets are %s: %v", seen[key], key, seen)
			}
		}
	})
}

func TestOneCustomerOfTheFirstLocationCanLogIn(t *testing.T) {
	t.Parallel()
	for i, location := range Locations() {
		f := read(t, location, written(t, location, someDay()))
		logins := map[string]string{}
		for _, customer := range f.index["customer"] {
			if password := customer.text("password"); password != "" {
				logins[customer.text("email")] = password
			}
		}
		want := map[string]string{}
		if i == 0 {
			want["demo@example.com"] = "demo-password"
		}
		if !maps.Equal(logins, want) {
			t.Errorf("%s: logins %v, want %v", location.Code, logins, want)
		}
	}
}

func TestUniqueKeysOfTheShopAreUnique(t *testing.T) {
	eachFile(t, func(t *testing.T, f file) {
		taken := map[string]bool{}
		for id, product := range f.index["retail_product"] {
			for _, key := range []string{"sku", "barcode"} {
				if value := product.text(key); value != "" && taken[value] {
					t.Errorf("%s: %s %s is taken", id, key, value)
				} else {
					taken[value] = true
				}
			}
			if barcode := product.text("barcode"); barcode != "" && checkSum(barcode)%10 != 0 {
				t.Errorf("%s: barcode %s", id, barcode)
			}
			if product.number(t, "stock_quantity") < 0 || product["price"] == nil {
				t.Errorf("%s: %v", id, product)
			}
		}
	})
}

func checkSum(barcode string) int {
	sum := 0
	for i, digit := range barcode {
		sum += int(digit-'0') * []int{1, 3}[i%2]
	}

	return sum
}
