package csvfile

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/text"
)

// known lists the column names of other systems' exports by key, in the form of plain.
var known = map[string][]string{
	"external_id":  {"id", "number", "no", "nr", "reference", "ref", "code", "accountnumber"},
	"first_name":   {"firstname", "forename", "givenname", "vorname"},
	"last_name":    {"lastname", "surname", "familyname", "nachname"},
	"company_name": {"company", "companyname", "business"},
	fullNameKey:    {"name", "fullname", "owner", "client", "customer", "ownername", "clientname", "customername"},
	"email":        {"email", "emailaddress", "mail", "primaryemail"},
	"phones": {"phone", "phones", "phonenumber", "phonenumbers", "mobile", "mobilephone", "mobilenumber", "cell",
		"cellphone", "homephone", "workphone", "telephone", "tel", "primaryphone"},
	"address.line1":        {"address", "address1", "addressline1", "street", "streetaddress", "strasse"},
	"address.line2":        {"address2", "addressline2"},
	"address.city":         {"city", "town", "ort"},
	"address.region":       {"state", "county", "region", "province"},
	"address.postcode":     {"postcode", "zip", "zipcode", "postalcode", "plz"},
	"address.country":      {"country", "countrycode"},
	"alert":                {"alert", "warning"},
	"created_at":           {"createdat", "created", "createddate", "datecreated", "registered", "customersince"},
	"customer":             {"ownerid", "customerid", "clientid", "ownernumber", "clientnumber", "customernumber"},
	"name":                 {"name", "petname", "animalname", "patientname"},
	"species":              {"species", "animaltype", "type"},
	"breeds":               {"breed", "breeds", "primarybreed", "secondarybreed", "rasse"},
	"sex":                  {"sex", "gender"},
	"altered":              {"altered", "neutered", "spayed", "desexed", "fixed", "spayedneutered", "alteredincare"},
	"birth_date":           {"birthdate", "dateofbirth", "dob", "birthday", "born"},
	"colour":               {"colour", "color", "primarycolor", "primarycolour"},
	"microchip":            {"microchip", "microchipnumber", "chip", "chipnumber"},
	"weight.value":         {"weight", "weightvalue", "currentweight"},
	"feeding_instructions": {"feeding", "feedinginstructions"},
	"medical_notes":        {"medicalnotes", "medical"},
	"behaviour_notes":      {"behaviour", "behavior", "behaviornotes", "behavioralnotes", "temperament"},
	"pet":                  {"petid", "animalid", "patientid", "petnumber"},
	"vaccination_type":     {"vaccine", "vaccination", "vaccineproduct", "vaccinename", "vaccinetype", "product"},
	"administered_on":      {"dategiven", "givenon", "administered", "dateadministered", "datevaccinated", "vaccinationdate"},
	"expires_on":           {"expires", "expiry", "expirydate", "expirationdate", "expiration", "duedate", "nextdue"},
	"lot_number":           {"lot", "lotno", "lotnumber", "batch", "batchnumber", "serial"},
	"veterinarian":         {"givenby", "vet", "vetname", "veterinarian", "doctor"},
	"tags":                 {"tags", "labels", "attributes"},
}

// owners lists the prefixes of columns by type, such as "Owner ID" for customers.
var owners = map[string][]string{"customer": {"customer", "owner", "client"}, "pet": {"pet", "animal", "patient"}}

// Propose returns a map for a table whose rows contain records of the types, with the columns whose names say what they hold. It lacks what
// cannot be known: the format of days, and required keys without a column.
func Propose(in Table, types []string, keys map[string][]jsonl.Key) Map {
	m := Map{Encoding: in.Encoding, Delimiter: in.Delimiter}
	for _, of := range types {
		r := Record{Type: of, Columns: map[string]Columns{}}
		for _, k := range in.keysOf(of, keys[of]) {
			columns := in.columnsOf(of, k)
			if len(columns) == 0 && k.Path == externalIDKey {
				columns = in.madeID(of, keys[of])
			}
			if len(columns) > 0 {
				r.Columns[k.Path] = columns
			}
		}
		m.Records = append(m.Records, r)
	}
	return m
}

// Suggest writes the map that Propose returns, to be edited. It lists the columns without a key, and the keys without a column.
func Suggest(out io.Writer, file io.ReadSeeker, types []string, keys map[string][]jsonl.Key) error {
	in, err := Inspect(file)
	if err != nil {
		return err
	}
	encoding := in.Encoding
	if in.Mixed != "" {
		encoding = "# required: " + in.Mixed
	}
	var b strings.Builder
	fmt.Fprintf(&b, `# Edit this map and give it back with --map. Nothing has been imported.
encoding: %s
delimiter: %q
dates: # required for days: iso (2020-12-31), dmy (31/12/2020) or mdy (12/31/2020)
decimal: # required for numbers such as 1,100 or 1.100: point (1,100.5) or comma (1.100,5)
# short_rows: true, if rows leave out their last cells when they are empty
records:
`, encoding, in.Delimiter)
	used := map[string]bool{}
	for _, r := range Propose(in, types, keys).Records {
		r.write(&b, in.keysOf(r.Type, keys[r.Type]))
		for _, columns := range r.Columns {
			for _, column := range columns {
				used[column] = true
			}
		}
	}
	var rest []string
	for _, column := range in.Columns {
		if !used[column.Name] && column.written != "" {
			rest = append(rest, strconv.Quote(column.Name))
		}
	}
	if len(rest) > 0 {
		fmt.Fprintf(&b, "# columns that are not imported: %s\n", strings.Join(rest, ", "))
	}
	_, err = io.WriteString(out, b.String())
	return err
}

// write writes a record of a map, with what else it could have.
func (r Record) write(b *strings.Builder, keys []jsonl.Key) {
	fmt.Fprintf(b, "  - type: %s\n    columns:\n", r.Type)
	var open []string
	hasCustom := false
	for _, k := range keys {
		columns := lists.Map(r.Columns[k.Path], strconv.Quote)
		switch {
		case len(columns) > 1:
			fmt.Fprintf(b, "      %s: [%s]\n", k.Path, strings.Join(columns, ", "))
		case len(columns) == 1:
			fmt.Fprintf(b, "      %s: %s\n", k.Path, columns[0])
		case k.Required:
			fmt.Fprintf(b, "      %s: # required: a column\n", k.Path)
		case k.Type == "values":
			hasCustom = true
			open = append(open, k.Path+".KEY")
		default:
			open = append(open, k.Path)
		}
	}
	fmt.Fprintf(b, `    # also: %s
    # fixed: {key: value for every row}
    # values: {key: {what a cell says: what it means}}
`, strings.Join(open, ", "))
	if hasCustom {
		fmt.Fprintf(b, "    # kinds: {custom_fields.KEY: what cells hold, if not text: %s}\n", strings.Join(kinds[1:], ", "))
	}
}

// keysOf returns the keys of a type, with that of the full name if the names are in one column.
func (t Table) keysOf(of string, keys []jsonl.Key) []jsonl.Key {
	paths := map[string]jsonl.Key{}
	for _, k := range keys {
		paths[k.Path] = k
	}
	hasPart := func(c Column) bool {
		return matches(of, paths["first_name"], c.written) || matches(of, paths["last_name"], c.written)
	}
	if !isNamed(paths) || slices.ContainsFunc(t.Columns, hasPart) {
		return keys
	}
	return append([]jsonl.Key{{Path: fullNameKey, Type: "text"}}, keys...)
}

// columnsOf returns the columns of a key. Phones and lists may have several.
func (t Table) columnsOf(of string, k jsonl.Key) (columns []string) {
	for _, c := range t.Columns {
		if matches(of, k, c.written) && (len(columns) == 0 || k.Type == "phones" || k.Type == "list") {
			columns = append(columns, c.Name)
		}
	}
	return columns
}

// madeID returns columns that name a record of a pet together: the pet, what it was given, and the day.
func (t Table) madeID(of string, keys []jsonl.Key) (columns []string) {
	for _, path := range []string{"pet", "vaccination_type", "preventive_type", "administered_on", "expires_on"} {
		if at := slices.IndexFunc(keys, func(k jsonl.Key) bool { return k.Path == path }); at >= 0 {
			columns = append(columns, t.columnsOf(of, keys[at])...)
		}
	}
	if len(columns) < 3 {
		return nil
	}
	return columns
}

// matches reports whether a column has the name of a key.
func matches(of string, k jsonl.Key, column string) bool {
	name := plain(column)
	names := append([]string{plain(k.Path)}, known[k.Path]...)
	if slices.Contains(names, name) && k.Path != "external_id" {
		return true
	}
	for _, owner := range owners[of] {
		if rest, ok := strings.CutPrefix(name, owner); ok && slices.Contains(names, rest) {
			return true
		}
	}
	return k.Path == "external_id" && (name == "externalid" || name == "id")
}

// plain returns only the letters and digits of a name.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text.Fold(name))
}
