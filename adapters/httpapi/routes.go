package httpapi

import (
	"cmp"
	"errors"
	"fmt"

	"go.uber.org/fx"
)

// Routes are the operations of a module. Each package adapters/httpapi/<module> provides one.
type Routes struct {
	Module   string
	Register func(a *API)
}

// FromRoutes is the fx tag with which a consumer requests the routes of all modules.
const FromRoutes = `group:"routes"`

// ProvideRoutes provides the Routes that constructor returns.
func ProvideRoutes(constructor any) fx.Option {
	return fx.Provide(fx.Annotate(constructor, fx.ResultTags(FromRoutes)))
}

// Add registers the operations of modules. It fails if two operations have the same id or path, naming both modules, or if the router
// rejects one.
func (a *API) Add(routes ...Routes) error {
	var faults []error
	for _, r := range routes {
		a.module = r.Module
		if err := a.addOne(r); err != nil {
			faults = append(faults, err)
		}
	}
	a.module = ""
	return errors.Join(append(faults, a.duplicates...)...)
}

// addOne converts a panic into an error with the module's name. Gin and Huma panic on invalid paths and types.
func (a *API) addOne(r Routes) (err error) {
	defer func() {
		if why := recover(); why != nil {
			err = cmp.Or(a.schemas.Clash(), fmt.Errorf("%v", why))
			err = fmt.Errorf("the operations of %s: %w", r.Module, err)
		}
	}()
	r.Register(a)
	return nil
}

// isDuplicate records an error if the operation is already registered.
func (a *API) isDuplicate(op Operation) bool {
	for _, other := range a.operations {
		var what string
		switch {
		case other.ID == op.ID:
			what = op.ID
		case other.Method == op.Method && other.Path == op.Path:
			what = op.Method + " " + op.Path
		default:
			continue
		}
		a.duplicates = append(a.duplicates, fmt.Errorf("operation %s comes from both %s and %s", what, other.Module, op.Module))
		return true
	}
	return false
}
