package jsonl

import (
	"fmt"

	"github.com/petcare/petcare/adapters/schema"
)

// decoded is a line on its way to its module.
type decoded struct {
	staged
	value    any
	mentions []mention
	err      error // a reference to a type that nobody offers
}

// batch is a run of lines of one type, decoded.
type batch struct {
	size, last int // how many lines, and the number of the last one
	lines      []decoded
	faulty     []staged // could not be decoded
	faults     []Fault
}

func (r *run) decode(k int, list []staged) batch {
	b := batch{size: len(list), lines: make([]decoded, 0, len(list))}
	for _, s := range list {
		b.last = s.line
		value := r.kinds[k].New()
		if err := schema.Decode(s.body, value); err != nil {
			f := schema.DecodeFault(err)
			b.faults = append(b.faults, Fault{s.line, place(f.Field), f.Message})
			b.faulty = append(b.faulty, s)
			continue
		}
		s.body = nil
		mentions, err := r.mentions(r.kinds[k], value)
		b.lines = append(b.lines, decoded{s, value, mentions, err})
	}
	return b
}

// wanted is whatever lines refer to.
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

// sound sorts out the lines that refer to nothing, which it reports, or to faulty lines, also by way of each other.
func (r *run) sound(k int, lines []decoded, targets map[reference]target) (good []decoded, faulty []staged) {
	good = lines
	for again := true; again; {
		again = false
		var next []decoded
		for _, l := range good {
			if r.leads(l, targets) {
				next = append(next, l)
				continue
			}
			faulty = append(faulty, l.staged)
			again = spoil(targets, reference{k, l.externalID}) || again
		}
		good = next
	}
	return good, faulty
}

// spoil marks what a line stands for as faulty; it says whether any line of the batch refers to it.
func spoil(targets map[reference]target, of reference) bool {
	to, mentioned := targets[of]
	if mentioned {
		to.faulty = true
		targets[of] = to
	}
	return mentioned
}

// leads reports whether every reference of a line leads to a record without faults; it notes those that lead nowhere.
func (r *run) leads(l decoded, targets map[reference]target) bool {
	good := true
	for _, m := range l.mentions {
		to, found := targets[m.to]
		if !found {
			r.faults.add(Fault{l.line, m.field, fmt.Sprintf("there is no %s %s", r.kinds[m.to.kind].Name, quoted(m.to.externalID))})
		}
		good = good && found && !to.faulty
	}
	return good
}
