package httpapi

import (
	"errors"
	"fmt"

	"go.uber.org/fx"
)

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

// Add registers the operations of modules. It refuses two operations with one id or one path, naming both modules, and what the
// router refuses.
func (a *API) Add(routes ...Routes) error {
	var faults []error
	for _, r := range routes {
		a.module = r.Module
		if err := a.addOne(r); err != nil {
			faults = append(faults, err)
		}
	}
	a.module = ""
	return errors.Join(append(faults, a.twice...)...)
}

// addOne turns a panic into an error that names the module: Gin and Huma panic about paths and types that they do not take.
func (a *API) addOne(r Routes) (err error) {
	defer func() {
		if why := recover(); why != nil {
			err = fmt.Errorf("the operations of %s: %v", r.Module, why)
		}
	}()
	r.Register(a)
	return nil
}

// isTwice notes an operation that is there already.
func (a *API) isTwice(op Operation) bool {
	for _, other := range a.operations {
		what := ""
		switch {
		case other.ID == op.ID:
			what = op.ID
		case other.Method == op.Method && other.Path == op.Path:
			what = op.Method + " " + op.Path
		default:
			continue
		}
		a.twice = append(a.twice, fmt.Errorf("operation %s comes from both %s and %s", what, other.Module, op.Module))
		return true
	}
	return false
}
