package petcarecmd

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/petcare/petcare/platform/kernel/text"
)

func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// table prints rows of cells, whose names may come from clients.
func table(w io.Writer, head string, rows func(row func(cells ...string))) error {
	t := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	fmt.Fprintln(t, head)
	rows(func(cells ...string) {
		for i, cell := range cells {
			cells[i] = text.Printable(cell)
		}
		fmt.Fprintln(t, strings.Join(cells, "\t"))
	})
	return t.Flush()
}
