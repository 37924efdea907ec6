package petcarecmd

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/petcare/petcare/cmd/internal/scaffold"
)

type moduleCmd struct {
	New moduleNewCmd `cmd:"" help:"Write the first files of a module."`
}

type moduleNewCmd struct {
	Name     string `arg:"" help:"Name of the module, one word, such as grooming."`
	Resource string `required:"" help:"What one record is called, in snake_case, such as appointment."`
	Folder   string `help:"Where the files go; by default a folder with the name of the module, or petcare's own for --house." type:"path"`
	GoModule string `help:"Go module of a module that lives elsewhere." placeholder:"example.com/NAME"`
	Replace  string `help:"A checkout of petcare to build with, instead of this version." type:"path" placeholder:"FOLDER"`
	House    bool   `help:"For petcare itself: below modules/ and adapters/httpapi/ of the checkout in --folder."`
}

// released matches versions that the go command can fetch, not those of git describe or of a checkout.
var released = regexp.MustCompile(`^v\d+\.\d+\.\d+(-.*\d{14}-[0-9a-f]{12})?$`)

const noRelease = "v0.0.0"

// Run writes the files and prints the next steps.
func (m *moduleNewCmd) Run(std streams) error {
	number, _ := versionOf()
	if !released.MatchString(number) {
		number = noRelease
	}
	taken, err := Names()
	if err != nil {
		return err
	}
	folder := cmp.Or(m.Folder, m.Name)
	if m.House {
		folder = cmp.Or(m.Folder, ".")
	}
	written, err := scaffold.Module{
		Name: m.Name, Resource: m.Resource, House: m.House, GoModule: cmp.Or(m.GoModule, "example.com/"+m.Name),
		Go: strings.TrimPrefix(runtime.Version(), "go"), Version: number, Replace: m.Replace, Now: time.Now(), Taken: taken,
	}.Write(folder)
	if err != nil {
		return err
	}
	for _, name := range written {
		fmt.Fprintln(std.out, filepath.ToSlash(name))
	}
	if m.House {
		fmt.Fprintln(std.out, "\nNow add it to cmd/modules.go, to the map in cmd/boundaries_test.go, to cmd/e2e/modules_test.go and "+
			"to CODEOWNERS,")
		fmt.Fprintln(std.out, "and run: make openapi schema test check")
		return nil
	}
	replace := ""
	if number == noRelease && m.Replace == "" { // nothing has that version
		replace = "go mod edit -replace " + repository + "=CHECKOUT && "
	}
	fmt.Fprintf(std.out, "\nNow run, in %s: %sgo mod tidy && go test ./... && go run . serve --demo\n", folder, replace)
	return nil
}
