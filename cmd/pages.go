package petcarecmd

import (
	"github.com/petcare/petcare/adapters/console"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/adapters/httpapi/docs"
	"github.com/petcare/petcare/platform/config"
)

// pages serves the documentation and, unless it is disabled, the console.
func pages(c config.Config, staff *console.Sessions, p Parts) ([]httpapi.Mount, error) {
	page, err := docs.New(httpapi.Base + "/openapi.json")
	if err != nil {
		return nil, err
	}
	mounts := []httpapi.Mount{{Paths: page.Paths(), Handler: page}}
	if !c.Console {
		return mounts, nil
	}
	desk, err := console.New(staff, p.ConsolePages...)
	if err != nil {
		return nil, err
	}
	return append(mounts, desk.Mounts()...), nil
}
