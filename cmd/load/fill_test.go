//go:build load

package load

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// dataset is an organization with accounts of any size. SQL copies records that the service has written, so that they always match
// its tables.
type dataset struct {
	t        *testing.T
	database *kit.Database
	key      string
	accounts []string
}

func newDataset(t *testing.T) *dataset {
	t.Helper()
	c := &dataset{t: t, database: kit.NewDatabase(t)}
	c.account("first")
	c.key = kit.AddKey(t, c.database.URL())
	return c
}

// account creates an account with a record of every type.
func (c *dataset) account(code string) {
	c.t.Helper()
	c.addAccount(code)
	kit.ImportExample(c.t, c.database.URL(), code)
}

// addAccount creates an account without records.
func (c *dataset) addAccount(code string) {
	c.t.Helper()
	c.accounts = append(c.accounts, kit.AddAccount(c.t, c.database.URL(), "--code", code))
}

// firstNames makes some words of searches frequent.
const firstNames = `(array['Rosalind','Amelie','Bruno','Chidi','Dagny','Emeka','Farida','Goran','Hana','Ines','Jonas','Keiko','Lior','Mirela','Nadia','Oskar','Priya','Quentin','Ruth','Sofia'])[1 + s.i % 20]`

// idAgo returns a UUIDv7 for a time. Records are spread over a year.
const idAgo = `(lpad(to_hex((extract(epoch from %s)*1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))`

// fill adds n customers to an account. Each has an order of five days and two pets. Every second pet has a note, and every pet has
// four vaccinations, a year apart. One pet in a hundred is deceased, and its vaccinations are three years older.
func (c *dataset) fill(account string, n int) {
	c.t.Helper()
	model := c.accounts[0]
	at := fmt.Sprintf("(now() - (%d - s.i) * interval '%f seconds')", n, apart(n).Seconds())
	id := fmt.Sprintf(idAgo, at)
	times := map[string]string{"account_id": "'" + account + "'", "id": id, "created_at": at, "updated_at": at}
	// Phone numbers look like those that people have. Consecutive ones would be full of the same digits.
	const digits = "lpad((s.i::bigint * 48271 % 100000000)::text, 8, '0')"
	numbers := fmt.Sprintf("(select i from generate_series(1, %d) i) s", n)
	c.multiply("customerspets.customers", model, numbers, times, map[string]string{
		"first_name": firstNames, "last_name": "'Name' || s.i", "email": "'name' || s.i || '@example.com'", "external_id": "'L-' || s.i",
		"status": "case when s.i % 50 = 0 then 'blocked' else 'active' end", "login_enabled": "false", "password_hash": "null",
		"phones": "json_build_array(json_build_object('type', 'mobile', 'number', '+4477' || " + digits + ", 'primary', true))",
		"search": "' ' || lower(" + firstNames + ") || ' name' || s.i || ' name' || s.i || '@example.com 4477' || " + digits,
	})
	customers := fmt.Sprintf("(select id as customer, row_number() over (order by id) as i from customerspets.customers where account_id = '%s' and external_id like 'L-%%') s", account)
	owners := strings.ReplaceAll(strings.ReplaceAll(customers, "customers where", "customers, generate_series(1, 2) where"), "order by id", "order by id, generate_series")
	c.multiply("customerspets.pets", model, owners, times, map[string]string{"customer_id": "s.customer", "name": "'Pet' || s.i", "external_id": "'L-' || s.i",
		"microchip": "'98511' || lpad(s.i::text, 10, '0')", "species": "case when s.i % 1000 = 7 then 'horse' when s.i % 3 = 0 then 'cat' else 'dog' end",
		"status": "case when s.i % 100 = 0 then 'deceased' else 'active' end", "deceased_on": "null", "breed_ids": "'[]'::json"})
	c.database.Exec("petcare", fmt.Sprintf(`insert into customerspets.customer_texts (account_id, id, text)
		select c.account_id, c.id, c.search || coalesce((select string_agg(distinct p.name_key, '') from customerspets.pets p
			where p.account_id = '%[1]s' and p.customer_id = c.id), '') from customerspets.customers c where c.account_id = '%[1]s'
		on conflict do nothing`, account))
	c.database.Exec("petcare", fmt.Sprintf(`insert into customerspets.pet_texts (account_id, id, text)
		select p.account_id, p.id, p.search || c.known_by
		from customerspets.pets p join customerspets.customers c on c.account_id = '%[1]s' and c.id = p.customer_id where p.account_id = '%[1]s'
		on conflict do nothing`, account))
	c.multiply("orders.orders", model, customers, times, map[string]string{"customer_id": "s.customer", "number": "'L-' || s.i", "external_id": "'L-' || s.i",
		"placed_at": at, "starts_at": at, "ends_at": at + " + interval '5 days'",
		"service_types": "json_build_array((array['boarding','boarding','boarding','daycare'])[1 + s.i % 4])", "status": "(array['open','completed','cancelled'])[1 + s.i % 3]"})
	pets := fmt.Sprintf("(select id as pet, row_number() over (order by id) as i from customerspets.pets where account_id = '%s' and external_id ~ '^L-.*[13579]$') s", account)
	c.multiply("notes.notes", model, pets, times, map[string]string{"parent_type": "'pet'", "parent_id": "s.pet", "external_id": "'L-' || s.i"})
	records := fmt.Sprintf(`(select p.id as pet, year, p.status, row_number() over (order by year, p.id) as i from customerspets.pets p, generate_series(1, 4) as year
		where p.account_id = '%s' and p.external_id like 'L-%%') s`, account)
	c.multiply("healthrecords.vaccinations", account, records, times, map[string]string{"pet_id": "s.pet", "external_id": "'L-' || s.i",
		"expires_on":   "current_date + 365 * (s.year::integer - 4) + (s.i % 365)::integer - case when s.status = 'deceased' then 1095 else 0 end",
		"known_status": "'expired'"})
	c.database.Exec("petcare", "update healthrecords.vaccination_types set required_for = '[\"boarding\"]' where built_in and account_id = '"+account+"'")
}

// apart returns the time between two of n customers.
func apart(n int) time.Duration { return 365 * 24 * time.Hour / time.Duration(n) }

// multiply copies a row of an account for each row of a source, with some columns changed.
func (c *dataset) multiply(table, of, source string, changes ...map[string]string) {
	c.t.Helper()
	var pairs []string
	for _, m := range changes {
		for column, value := range m {
			pairs = append(pairs, "'"+column+"', "+value)
		}
	}
	conn := c.database.Connect("petcare")
	defer conn.Close(context.Background())
	var columns, made string
	if err := conn.QueryRow(context.Background(), `select string_agg(quote_ident(column_name), ', '), string_agg('f.' || quote_ident(column_name), ', ')
		from information_schema.columns where table_schema || '.' || table_name = $1 and is_generated = 'NEVER'`, table).Scan(&columns, &made); err != nil {
		c.t.Fatal(err)
	}
	_, err := conn.Exec(context.Background(), fmt.Sprintf(`with m as materialized (select * from %[1]s where account_id = '%[2]s' limit 1)
		insert into %[1]s (%[3]s) select %[4]s from %[5]s cross join m
			cross join lateral jsonb_populate_record(row(m.*)::%[1]s, jsonb_build_object(%[6]s)) as f`,
		table, of, columns, made, source, strings.Join(pairs, ", ")))
	if err != nil {
		c.t.Fatalf("fill %s: %v", table, err)
	}
}

// settled updates the statistics, as on a database that has been running.
func (c *dataset) settled() {
	c.t.Helper()
	c.database.Exec("postgres", "vacuum analyze")
	c.database.Exec("postgres", "checkpoint")
}
