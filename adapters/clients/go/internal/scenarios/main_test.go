// Package scenarios, as the test program that go test -c makes, does with a running service what the tests in cmd/clients ask for:
// scenarios NAME, with the service in PETCARE_URL, PETCARE_KEY and PETCARE_ACCOUNT. It ends with status 1 when something is not as it
// should be.
package scenarios

import (
	"context"
	"fmt"
	"os"
	"testing"

	petcare "github.com/petcare/petcare/adapters/clients/go"
)

// run is one scenario on one account.
type run struct {
	ctx     context.Context
	url     string
	client  *petcare.Client
	account string
}

func TestMain(m *testing.M) {
	scenarios := map[string]func(run){
		"everything": everything, "promises": promises, "creates": creates, "follow": follow, "receive": receive, "lost": lost,
		"mirror": mirror,
	}
	scenario := scenarios[os.Args[len(os.Args)-1]]
	if scenario == nil { // it is go test ./...
		os.Exit(m.Run())
	}
	defer func() {
		if failed := recover(); failed != nil {
			fmt.Fprintln(os.Stderr, failed)
			os.Exit(1)
		}
	}()
	url := os.Getenv("PETCARE_URL")
	scenario(run{context.Background(), url, petcare.New(url, petcare.APIKey(os.Getenv("PETCARE_KEY"))), os.Getenv("PETCARE_ACCOUNT")})
}

func must[T any](v T, err error) T {
	ok(err)
	return v
}

func ok(err error) {
	if err != nil {
		panic(fmt.Errorf("failed: %w", err))
	}
}

func check(holds bool, what string, args ...any) {
	if !holds {
		panic(fmt.Sprintf("not so: "+what, args...))
	}
}

// all are the records of a list of at least one.
func all[T any](l petcare.List[T]) []T {
	var records []T
	for record, err := range l.All() {
		ok(err)
		records = append(records, record)
	}
	check(len(records) > 0, "the list of %T has a record", *new(T))
	return records
}
