package store

import (
	"fmt"
	"strings"
)

// statement is a query that grows with its parameters.
type statement struct {
	text strings.Builder
	args []any
}

func begin(text string, args ...any) *statement {
	s := &statement{args: args}
	s.text.WriteString(text)
	return s
}

// add appends text, in which each %d is the number of the parameter for the next value.
func (s *statement) add(text string, values ...any) {
	numbers := make([]any, len(values))
	for i := range values {
		numbers[i] = len(s.args) + 1 + i
	}
	s.args = append(s.args, values...)
	fmt.Fprintf(&s.text, text, numbers...)
}
