package main

import (
	httpaccounts "github.com/petcare/petcare/adapters/http/accounts"
	"github.com/petcare/petcare/modules/accounts/accountsfx"
	"go.uber.org/fx"
)

// modules is THE list: a module joins with its line, and nothing else knows of it.
func modules() []fx.Option {
	return []fx.Option{
		fx.Options(accountsfx.Module, httpaccounts.Module),
	}
}
