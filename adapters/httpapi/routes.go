package httpapi

import "go.uber.org/fx"

// Routes are the operations of one module; each adapters/httpapi/<module> hands in one.
type Routes struct {
	Module   string
	Register func(a *API)
}

// FromRoutes is the fx tag by which the server takes the routes of all modules.
const FromRoutes = `group:"routes"`

// ProvideRoutes hands in what constructor makes: Routes.
func ProvideRoutes(constructor any) fx.Option {
	return fx.Provide(fx.Annotate(constructor, fx.ResultTags(FromRoutes)))
}
