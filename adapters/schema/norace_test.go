//go:build !race

package schema_test

const slower = 1
