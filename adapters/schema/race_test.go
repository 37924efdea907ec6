//go:build race

package schema_test

// slower is how much slower the race detector makes the test.
const slower = 15
