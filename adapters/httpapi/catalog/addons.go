package catalog

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/kernel/paging"
)

func (h handler) registerAddons(a *httpapi.API) {
	httpapi.List(a, read("listAddons", products+"addons", "List addons",
		"Every addon, with a service type or without (standalone), by item_order, then name."), h.addons)
	httpapi.Get(a, read("getAddon", products+"addons/{addonId}", "Get an addon", "One addon, of whichever service type."), h.addon(""))
}

func (h handler) addons(ctx context.Context, in *struct {
	ListInput
	ServiceType string `query:"serviceType" enum:"grooming,training,classes" doc:"Only those of this service"`
}, page paging.Request) (paging.Page[catalog.Addon], error) {
	return h.listAddons(ctx, in.ListInput, catalog.AddonService(in.ServiceType), page)
}

func (h handler) listAddons(ctx context.Context, in ListInput, of catalog.AddonService,
	page paging.Request) (paging.Page[catalog.Addon], error) {
	f := in.filter()
	f.ServiceType = of
	return h.catalog.ListAddons(ctx, in.AccountID, f, page)
}

type addonInput struct {
	httpapi.AccountPath
	AddonID uuid.UUID `path:"addonId" format:"uuid" doc:"The addon"`
}

func (h handler) addon(of catalog.AddonService) func(context.Context, *addonInput) (catalog.Addon, error) {
	return func(ctx context.Context, in *addonInput) (catalog.Addon, error) {
		return h.catalog.GetAddon(ctx, in.AccountID, of, in.AddonID)
	}
}

// service is a path that lists the addons of a service type.
type service struct {
	of            catalog.AddonService
	listID, getID string
	one           string // what one of the addons is called
	also          string // what the description of the list says besides
}

func services() []service {
	return []service{
		{of: catalog.Classes, listID: "listClasses", getID: "getClass", one: "class", also: ", with their sessions, places and instructor"},
		{of: catalog.Grooming, listID: "listGrooming", getID: "getGrooming", one: "grooming addon"},
		{of: catalog.Training, listID: "listTraining", getID: "getTraining", one: "training addon"},
	}
}

func (h handler) registerService(a *httpapi.API, s service) {
	name := string(s.of)
	path := products + name
	httpapi.List(a, read(s.listID, path, "List "+name, "The addons whose `serviceType` is "+name+s.also+", by item_order, then name."),
		func(ctx context.Context, in *ListInput, page paging.Request) (paging.Page[catalog.Addon], error) {
			return h.listAddons(ctx, *in, s.of, page)
		})
	httpapi.Get(a, read(s.getID, path+"/{addonId}", "Get a "+s.one, "One "+s.one+". The id of another addon is a 404."), h.addon(s.of))
}
