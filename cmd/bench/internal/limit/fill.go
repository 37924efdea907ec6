package limit

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/cmd/bench/internal/rows"
)

//go:embed schema.sql
var schema string

// What Fill creates.
const (
	Account = "1"
	Key     = "limit_benchmark"
)

// events inserts an event for each record, as if it had just been created.
const events = `insert into events (account_id, type, object)
		select account_id, 'customer.created', row_to_json(c) from customers c order by id;
	insert into events (account_id, type, object)
		select account_id, 'pet.created', row_to_json(p) from pets p order by id`

// Vaccines are the vaccination types; the first one has the id 1.
var Vaccines = []string{"Rabies", "DHPP", "Bordetella", "FVRCP"}

// Fill creates the tables in an empty database and inserts all records of package rows. Their ids are their numbers.
func Fill(ctx context.Context, database string) error {
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, schema+`; insert into api_keys values ('`+Key+`', `+Account+`)`); err != nil {
		return fmt.Errorf("make the limit's tables: %w", err)
	}
	for _, t := range []struct {
		name    string
		columns []string
		n       int
		row     func(int) []any
	}{
		{"customers", []string{"id", "account_id", "first_name", "last_name", "company_name", "email", "mobile", "phone", "line1", "city",
			"region", "postcode", "country", "status", "referral_source", "contact_name", "contact_phone", "practice", "vet", "marketing",
			"tags", "alert", "created_at", "updated_at"}, rows.Customers, customerRow},
		{"pets", []string{"id", "account_id", "customer_id", "name", "species", "breed", "sex", "altered", "birth_date", "weight", "colour",
			"microchip", "feeding_instructions", "medications", "allergies", "behaviour_notes", "medical_notes", "created_at", "updated_at"},
			rows.Pets, petRow},
		{"notes", []string{"id", "account_id", "customer_id", "pet_id", "body", "author"}, rows.Pets, noteRow},
		{"orders", []string{"id", "account_id", "customer_id", "number", "status", "payment_status", "pet_ids", "service_types", "starts_at",
			"ends_at", "placed_at", "lines", "totals", "payments"}, rows.Orders, orderRow},
	} {
		source := pgx.CopyFromSlice(t.n, func(i int) ([]any, error) { return t.row(i + 1), nil })
		if _, err := conn.CopyFrom(ctx, pgx.Identifier{t.name}, t.columns, source); err != nil {
			return fmt.Errorf("fill the limit's %s: %w", t.name, err)
		}
		if _, err := conn.Exec(ctx, fmt.Sprintf("alter table %s alter id restart with %d", t.name, t.n+1)); err != nil {
			return fmt.Errorf("fill the limit's %s: %w", t.name, err)
		}
	}
	if _, err := conn.Exec(ctx, events); err != nil {
		return fmt.Errorf("fill the limit's events: %w", err)
	}
	return fillVaccinations(ctx, conn)
}

func fillVaccinations(ctx context.Context, conn *pgx.Conn) error {
	var list [][]any
	for n := 1; n <= rows.Pets; n++ {
		for _, v := range rows.PetAt(n).Vaccines() {
			list = append(list, []any{1, n, slices.Index(Vaccines, v) + 1, v, rows.VaccinatedOn.AddDate(3, 0, 0), rows.VaccinatedOn,
				rows.Clinic, rows.Lot(n)})
		}
	}
	_, err := conn.CopyFrom(ctx, pgx.Identifier{"vaccinations"}, []string{"account_id", "pet_id", "vaccination_type_id", "type", "expires_on",
		"administered_on", "clinic", "lot_number"}, pgx.CopyFromRows(list))
	if err != nil {
		return fmt.Errorf("fill the limit's vaccinations: %w", err)
	}
	return nil
}

func customerRow(n int) []any {
	c := rows.CustomerAt(n)
	return []any{n, 1, c.FirstName, c.LastName, c.Company, c.Email, c.Mobile, c.Phone, c.Line1, c.City, c.Region, c.Postcode, c.Country,
		c.Status, c.Source, c.ContactName, c.ContactNo, c.Practice, c.Vet, c.Marketing, asJSON(c.Tags), c.Alert, c.Created, c.Created}
}

func petRow(n int) []any {
	p := rows.PetAt(n)
	return []any{n, 1, rows.Owner(n), p.Name, p.Species, p.Breed, p.Sex, p.Altered, p.Born, asJSON(p.WeightValue()), p.Colour, p.Microchip,
		p.Feeding, p.Medications, p.Allergies, p.Behaviour, p.Medical, p.Created, p.Created}
}

func noteRow(n int) []any {
	return []any{n, 1, rows.Owner(n), n, rows.PetAt(n).Note(), "Front desk"}
}

func orderRow(n int) []any {
	o := rows.OrderAt(n)
	return []any{n, 1, n, o.Name(), "completed", "partially_paid", asJSON([]int{2*n - 1, 2 * n}), `["boarding","retail"]`,
		o.Starts, o.Ends, o.Placed, asJSON(o.Lines), asJSON(o.Totals), asJSON([]rows.Payment{o.Payment})}
}

// asJSON encodes values that cannot fail to encode.
func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
