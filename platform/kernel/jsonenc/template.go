package jsonenc

import "reflect"

// Template is the JSON of a struct type with gaps for values that do not come from a struct, such as the columns of a row.
type Template struct {
	Gaps []Gap
	End  string // the JSON behind the last gap
}

// Gap is the place of one value.
type Gap struct {
	Before string // the JSON between the gap before and this one
	Key    string // the JSON before a value that is left out when it is empty (omitempty), "" for others; Before does not contain it
	Value  int    // which value belongs here
	Zero   string // the JSON of the field when it is zero
}

// TemplateOf makes the template of a struct type. value says which value belongs to the field at an index, and is told whether omitempty
// can leave its key out. ok is false when a field has no value, when it has omitzero, or when the first key can be left out.
func TemplateOf(t reflect.Type, value func(index []int, optional bool) (n int, ok bool)) (made Template, ok bool) {
	ok = made.add(t, nil, value)
	return made, ok
}

func (t *Template) add(of reflect.Type, outer []int, value func(index []int, optional bool) (int, bool)) bool {
	t.End += "{"
	for i, f := range objectOf(of).fields {
		key := f.key
		if i > 0 {
			key = "," + key
		}
		index := append(append([]int(nil), outer...), f.index...)
		inner := of.FieldByIndex(f.index).Type
		n, ok := value(index, f.omitEmpty)
		if f.omitEmpty && i > 0 && ok {
			t.Gaps, t.End = append(t.Gaps, Gap{Before: t.End, Key: key, Value: n}), ""
			continue
		}
		t.End += key
		switch {
		case f.omitEmpty, f.omitZero:
			return false
		case ok:
			zero, err := Append(nil, reflect.Zero(inner).Interface())
			if err != nil {
				return false
			}
			t.Gaps, t.End = append(t.Gaps, Gap{Before: t.End, Value: n, Zero: string(zero)}), ""
		case inner.Kind() != reflect.Struct || Marshals(inner) || !t.add(inner, index, value):
			return false
		}
	}
	t.End += "}"
	return true
}
