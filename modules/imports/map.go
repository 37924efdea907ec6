package imports

// Map says which records a row of a table contains.
type Map struct {
	Encoding  string      `json:"encoding,omitempty" maxLength:"50" doc:"Such as windows-1252; detected by default" example:"utf-8"`
	Delimiter string      `json:"delimiter,omitempty" maxLength:"1" doc:"Detected by default" example:","`
	Dates     string      `json:"dates,omitempty" enum:"iso,dmy,mdy" doc:"Format of days: 2020-12-31, 31/12/2020 or 12/31/2020"`
	Decimal   string      `json:"decimal,omitempty" enum:"point,comma" doc:"Of numbers that could be read in two ways"`
	ShortRows bool        `json:"short_rows,omitempty" doc:"A row may leave out its last cells"`
	Records   []MapRecord `json:"records" minItems:"1" maxItems:"100" doc:"The records that a row contains"`
}

// MapRecord is one record of a row.
type MapRecord struct {
	Type    string                       `json:"type" maxLength:"50" example:"customer"`
	Columns map[string][]string          `json:"columns" doc:"Columns by key; phones, lists and texts may have several"`
	Fixed   map[string]string            `json:"fixed,omitempty" doc:"Values of keys without a column"`
	Values  map[string]map[string]string `json:"values,omitempty" doc:"By key: what a cell says, and what it means"`
	Kinds   map[string]string            `json:"kinds,omitempty" doc:"What custom fields hold, if not text: number, boolean, date or list"`
}

// types are the types of the records, each once.
func (m Map) types() []string {
	types, seen := []string{}, map[string]bool{}
	for _, r := range m.Records {
		if !seen[r.Type] {
			types = append(types, r.Type)
		}
		seen[r.Type] = true
	}
	return types
}

// mapped completes the columns with the keys that the map fills with them.
func mapped(columns []Column, m Map) []Column {
	for i, c := range columns {
		columns[i].MappedTo = []string{}
		for _, r := range m.Records {
			for key, names := range r.Columns {
				for _, name := range names {
					if name == c.Name {
						columns[i].MappedTo = append(columns[i].MappedTo, r.Type+"."+key)
					}
				}
			}
		}
	}
	return columns
}
