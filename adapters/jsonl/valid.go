package jsonl

import (
	"cmp"
	"fmt"

	"github.com/petcare/petcare/adapters/schema"
)

// decoded is a decoded line.
type decoded struct {
	staged
	value    any
	mentions []mention
	taken    bool  // its unique value is that of another record, which has been reported
	err      error // a reference to an unknown type
}

// batch is a sequence of decoded lines of one type.
type batch struct {
	size, last int // number of lines, and the number of the last line
	lines      []decoded
	faulty     []staged // lines that could not be decoded
	faults     []Fault
	panicked   error
}

func (r *run) decode(k int, list []staged) batch {
	b := batch{size: len(list), lines: make([]decoded, 0, len(list))}
	for _, s := range list {
		b.last = s.Line
		value := r.kinds[k].New()
		if err := schema.Decode(s.Body, value); err != nil {
			f := schema.DecodeFault(err)
			b.faults = append(b.faults, Fault{Line: s.Line, Field: cmp.Or(f.Field, wholeLine), Message: f.Message})
			b.faulty = append(b.faulty, s)
			continue
		}
		s.Body = nil
		mentions, err := r.mentions(r.kinds[k], value)
		b.lines = append(b.lines, decoded{staged: s, value: value, mentions: mentions, err: err})
	}
	return b
}

// wanted returns all references in the lines.
func (r *run) wanted(lines []decoded) (map[reference]bool, error) {
	wanted := map[reference]bool{}
	for _, l := range lines {
		if l.err != nil {
			return nil, l.err
		}
		for _, m := range l.mentions {
			wanted[m.to] = true
		}
	}
	return wanted, nil
}

// valid separates lines with invalid references: those that refer to nothing, which it reports, and those that refer to faulty lines,
// directly or indirectly.
func (r *run) valid(k int, lines []decoded, targets map[reference]target) (good []decoded, faulty []staged) {
	good = lines
	for again := true; again; {
		again = false
		var next []decoded
		for _, l := range good {
			if r.resolved(l, targets) {
				next = append(next, l)
				continue
			}
			faulty = append(faulty, l.staged)
			again = invalidate(targets, reference{k, l.ExternalID}) || again
		}
		good = next
	}
	return good, faulty
}

// invalidate marks the record of a line as faulty. It reports whether a line of the batch refers to it.
func invalidate(targets map[reference]target, of reference) bool {
	to, mentioned := targets[of]
	if mentioned {
		to.faulty = true
		targets[of] = to
	}
	return mentioned
}

// resolved reports whether all references of a line resolve to records without faults. It reports those that do not resolve.
func (r *run) resolved(l decoded, targets map[reference]target) bool {
	good := true
	for _, m := range l.mentions {
		to, found := targets[m.to]
		if !found {
			r.faults.add(Fault{Line: l.Line, Field: m.field,
				Message: fmt.Sprintf("there is no %s %s", r.kinds[m.to.kind].Name, quoted(m.to.externalID))})
		}
		good = good && found && !to.faulty
	}
	return good
}
