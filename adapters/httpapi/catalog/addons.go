package catalog

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/catalog"
	"github.com/petcare/petcare/platform/paging"
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
	of                catalog.AddonService
	listID, getID     string
	listSaid, said    string
	listTold, getTold string
}

func services() []service {
	return []service{
		{catalog.Classes, "listClasses", "getClass", "List classes", "Get a class",
			"The addons whose `serviceType` is classes, with their sessions, places and instructor, by item_order, then name.",
			"One class. The id of another addon is a 404."},
		{catalog.Grooming, "listGrooming", "getGrooming", "List grooming", "Get a grooming addon",
			"The addons whose `serviceType` is grooming, by item_order, then name.",
			"One grooming addon. The id of another addon is a 404."},
		{catalog.Training, "listTraining", "getTraining", "List training", "Get a training addon",
			"The addons whose `serviceType` is training, by item_order, then name.",
			"One training addon. The id of another addon is a 404."},
	}
}

func (h handler) registerService(a *httpapi.API, s service) {
	path := products + string(s.of)
	httpapi.List(a, read(s.listID, path, s.listSaid, s.listTold),
		func(ctx context.Context, in *ListInput, page paging.Request) (paging.Page[catalog.Addon], error) {
			return h.listAddons(ctx, *in, s.of, page)
		})
	httpapi.Get(a, read(s.getID, path+"/{addonId}", s.said, s.getTold), h.addon(s.of))
}
