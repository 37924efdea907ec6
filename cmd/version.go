package petcarecmd

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/petcare/petcare/platform/fxgroups"
)

type versionCmd struct {
	JSON bool `help:"Print JSON." xor:"form"`
	SBOM bool `help:"Print the modules that this program was built from, as a CycloneDX bill of materials." xor:"form"`
}

// moduleVersion is a module of the program and the Go module that it comes from.
type moduleVersion struct {
	Name    string `json:"name"`
	From    string `json:"from"`
	Version string `json:"version"`
}

// Run prints what runs.
func (v *versionCmd) Run(s *settings, std streams) error {
	if v.SBOM {
		return writeBOM(std.out)
	}
	n, c := versionOf()
	all, err := inspectModules(append(modules(), s.modules...)...)
	if err != nil {
		return err
	}
	list := versionsOf(all.modules)
	if v.JSON {
		return printJSON(std.out, map[string]any{"version": n, "commit": c, "go": runtime.Version(), "modules": list})
	}
	fmt.Fprintf(std.out, "petcare %s\ncommit  %s\ngo      %s\n\n", n, c, runtime.Version())
	return table(std.out, "MODULE\tVERSION\tFROM", func(row func(...string)) {
		for _, m := range list {
			row(m.Name, m.Version, m.From)
		}
	})
}

// repository is the Go module of petcare itself.
const repository = "github.com/petcare/petcare"

func versionsOf(modules []fxgroups.About) []moduleVersion {
	known := builtFrom()
	list := make([]moduleVersion, len(modules))
	for i, m := range modules {
		list[i] = moduleVersion{Name: m.Module, From: m.Package, Version: "unknown"}
		for _, from := range known {
			if m.Package == from.Path || strings.HasPrefix(m.Package, from.Path+"/") {
				list[i].From, list[i].Version = from.Path, cmp.Or(from.Version, "unknown")
				break
			}
		}
		if list[i].From == repository {
			list[i].Version, _ = versionOf()
		}
	}
	return list
}

// builtFrom are the Go modules of the program, longest paths first: one may lie in the folder of another.
func builtFrom() []debug.Module {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	list := []debug.Module{info.Main}
	for _, d := range info.Deps {
		list = append(list, *d)
	}
	slices.SortFunc(list, func(x, y debug.Module) int { return cmp.Compare(len(y.Path), len(x.Path)) })
	return list
}

// versionOf returns the version that the linker set, otherwise that of petcare in the embedded build information.
func versionOf() (number, revision string) {
	number, revision = version, commit
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return cmp.Or(number, "unknown"), cmp.Or(revision, "unknown")
	}
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == repository && number == "" {
			number = m.Version
		}
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && revision == "" && info.Main.Path == repository {
			revision = s.Value
		}
	}
	return cmp.Or(number, "unknown"), cmp.Or(revision, "unknown")
}
