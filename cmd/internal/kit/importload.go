package kit

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"strings"
)

//go:embed importload.txt
var importload string

// formats holds the lines of importload.txt, each a format of package fmt, by the name before its first space.
var formats = func() map[string]string {
	list := map[string]string{}
	for line := range strings.Lines(importload) {
		name, format, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		list[name] = format
	}
	return list
}()

// household is how many records belong to a customer: itself, two pets, four vaccinations, two preventives, two notes and three
// orders.
const household = 14

// WriteLoad writes an import file with about the given number of records of all types, in realistic proportions: a price list, and
// then customers with their records. Some lines refer to later ones.
func WriteLoad(to io.Writer, records int) (written int, err error) {
	w := bufio.NewWriterSize(to, 1<<20)
	line := func(name string, args ...any) {
		written++
		fmt.Fprintf(w, formats[name]+"\n", args...)
	}
	writeLoadCatalog(line)
	for c := 1; written+household <= records; c++ {
		writeHousehold(line, c)
	}
	return written, w.Flush()
}

func writeLoadCatalog(line func(name string, args ...any)) {
	line("tax")
	for i := 1; i <= 20; i++ {
		line("addon", i, i, i)
		line("rate", i, i, i, i)
		line("retail_product", i, i, i)
	}
	line("retail_category")
	line("adjustment")
	line("pending_reason_option")
	line("preventive_type")
}

func writeHousehold(line func(name string, args ...any), c int) {
	line("customer", c, c%100000)
	for p := 1; p <= 2; p++ {
		line("pet", c, p, c, c)
		for i, kind := range []string{"Rabies", "DHPP"} {
			line("vaccination", c, p, i, c, p, kind, 1+c%28, c)
		}
		line("preventive", c, p, c, p)
	}
	line("note", c, c)
	line("order_note", c, c)
	for o := 1; o <= 3; o++ {
		line("order", c, o, 1+c%20)
	}
}
