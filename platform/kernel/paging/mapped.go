package paging

import "github.com/petcare/petcare/platform/kernel/jsonenc"

// mapped makes items of another page's, once somebody asks for them.
type mapped[A, B any] struct {
	Page[A]
	from  func(A) B
	items []B
}

// Items implements Stored.
func (m *mapped[A, B]) Items() []B {
	if m.items == nil {
		m.items = make([]B, 0, m.Len())
		for _, a := range m.Page.Items() {
			m.items = append(m.items, m.from(a))
		}
	}
	return m.items
}

// AppendJSON implements Stored.
func (m *mapped[A, B]) AppendJSON(dst []byte) ([]byte, error) {
	if m.items != nil {
		return jsonenc.Append(dst, m.items)
	}
	return m.Page.AppendJSON(dst)
}

// Each implements Stored.
func (m *mapped[A, B]) Each(call func(*B), _ ...string) { Of(m.Items(), nil).Each(call) }

// Derive implements Stored.
func (m *mapped[A, B]) Derive(set func(*B), _ ...string) { m.Each(set) }
