package jsonl

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/petcare/petcare/platform/kernel/text"
)

// maxFaults is how many faults are kept and shown, which takes about 20 MiB. It bounds memory if every line is faulty.
const maxFaults = 100_000

// Fault is one error in a line.
type Fault struct {
	Line    int    // from 1
	Column  string // of a table: the names of its columns; "" if there are none
	Type    string // of the record; "" if the line does not say it
	Field   string // such as "contacts[0].name"; "line" for the whole line
	Code    string // such as "not_found"
	Message string
	Value   string // of a table: what its cells say; "" if it is not to be shown
	Earlier int    // the line that Message continues with, as in "is that of line 3 already"; 0 if none
}

// Reason returns the place and the message.
func (f Fault) Reason() string { return f.place() + ": " + f.Said() }

// place returns the field, and the columns of a table in front of it.
func (f Fault) place() string {
	if f.Column == "" {
		return f.Field
	}
	return f.Column + " (" + f.Field + ")"
}

// Said returns the whole message. It names the earlier line last, because a table has its lines elsewhere.
func (f Fault) Said() string {
	if f.Earlier == 0 {
		return f.Message
	}
	return fmt.Sprintf("%s of line %d already", f.Message, f.Earlier)
}

// Faults are all errors in a file, of which nothing was imported.
type Faults struct {
	Name string // of the file
	List []Fault
	More int // how many are not in List
	// Types are what the lines without a fault would have brought, as far as they were tried.
	Types []Count
}

// Error returns a line "FILE:LINE: field: what" for each fault; the keys come from the file, and its name may hold anything.
func (f *Faults) Error() string {
	var b strings.Builder
	name := text.Printable(f.Name)
	for i, fault := range f.List {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s:%d: %s: %s", name, fault.Line, text.Printable(fault.place()), text.Printable(fault.Said()))
	}
	if f.More > 0 {
		fmt.Fprintf(&b, "\nand %d more", f.More)
	}
	return b.String()
}

// faultList collects up to maxFaults faults and counts the rest.
type faultList struct {
	list []Fault
	more int
}

func (f *faultList) add(faults ...Fault) {
	room := min(maxFaults-len(f.list), len(faults))
	f.list = append(f.list, faults[:room]...)
	f.more += len(faults) - room
}

func (f *faultList) full() bool { return f.more > 0 }
func (f *faultList) any() bool  { return len(f.list) > 0 }
func (f *faultList) count() int { return len(f.list) + f.more }

// all returns the faults in the order of the file.
func (f *faultList) all(name string, types []Count) *Faults {
	slices.SortStableFunc(f.list, func(a, b Fault) int { return cmp.Compare(a.Line, b.Line) })
	return &Faults{Name: name, List: f.list, More: f.more, Types: types}
}
