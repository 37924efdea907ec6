package store

import "github.com/petcare/petcare/platform/text"

// match collects records by name, keyed by the folded name. Of several that differ in accents only, the one wins whose
// name was asked for; else the first.
type match[R any] struct {
	folds []string
	exact map[string]bool
	sure  map[string]bool
	found map[string]R
}

func newMatch[R any](wanted []string) *match[R] {
	m := &match[R]{exact: map[string]bool{}, sure: map[string]bool{}, found: map[string]R{}}
	for _, name := range wanted {
		m.folds = append(m.folds, text.Fold(name))
		m.exact[keyOf(name)] = true
	}
	return m
}

func (m *match[R]) add(n Names, record R) {
	exact := m.exact[n.NameKey]
	if _, known := m.found[n.NameFold]; known && (!exact || m.sure[n.NameFold]) {
		return
	}
	m.found[n.NameFold], m.sure[n.NameFold] = record, exact
}
