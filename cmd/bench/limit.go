package main

import (
	"context"
	"fmt"
	"os"
	"strconv"

	"github.com/petcare/petcare/cmd/bench/internal/limit"
	"github.com/petcare/petcare/cmd/bench/internal/rows"
)

// limitCommand is the argument that makes this program the limit server, which needs a separate process for measurement.
const limitCommand = "limit-server"

func openLimit(ctx context.Context, folder string) (*side, error) {
	s, err := openSide(ctx, folder, "limit")
	if err != nil {
		return nil, err
	}
	if err := limit.Fill(ctx, s.database); err != nil {
		return s, err
	}
	if err := s.settle(ctx); err != nil {
		return s, err
	}
	if s.address, err = freeAddress(); err != nil {
		return s, err
	}
	s.key, s.account = limit.Key, limit.Account
	s.customers, s.pets, s.orders = numbers(rows.Customers), numbers(rows.Pets), numbers(rows.Orders)
	s.vaccines = map[string]string{}
	for i, name := range limit.Vaccines {
		s.vaccines[name] = strconv.Itoa(i + 1)
	}
	page := func(n int) string { return fmt.Sprintf("&page=%d", n) }
	s.pages = pages{customers: page, pets: page, feed: func(n int) string { return fmt.Sprintf("&after=%d", (n-1)*feedSize) }}
	self, err := os.Executable()
	if err != nil {
		return s, err
	}
	return s, s.serve(ctx, "/v1/accounts/1/customers/1", os.Environ(), self, limitCommand, s.address, s.database)
}

func numbers(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = strconv.Itoa(i + 1)
	}
	return list
}
