package jsonl

import (
	"bytes"
	_ "embed"
)

//go:embed example.jsonl
var example []byte

// Example returns a small file with lines of every type. It can be imported into any account.
func Example() []byte { return bytes.Clone(example) }
