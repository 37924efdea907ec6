//go:build race

package schema_test

// slower is how much the race detector costs.
const slower = 15
