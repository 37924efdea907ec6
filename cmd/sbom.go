package petcarecmd

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"runtime/debug"
	"strings"
)

// bom is a software bill of materials in the JSON form of CycloneDX 1.6 (ECMA-424).
type bom struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   bomMetadata `json:"metadata"`
	Components []component `json:"components"`
}

type bomMetadata struct {
	Component component `json:"component"`
}

type component struct {
	Type    string    `json:"type"`
	Ref     string    `json:"bom-ref"`
	Name    string    `json:"name"`
	Version string    `json:"version,omitempty"`
	PURL    string    `json:"purl"`
	Hashes  []bomHash `json:"hashes,omitempty"`
}

type bomHash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

// writeBOM lists the Go modules of this program from its embedded build information, so it cannot be out of date.
func writeBOM(out io.Writer) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return errors.New("this program was built without its list of modules")
	}
	number, _ := versionOf()
	return printJSON(out, bomOf(info, number))
}

// bomOf lists a replacement in place of the module that it replaces, unless it is a folder, which has neither a name nor a version.
func bomOf(info *debug.BuildInfo, number string) bom {
	b := bom{Format: "CycloneDX", Spec: "1.6", Version: 1, Components: []component{}}
	b.Metadata.Component = componentOf("application", debug.Module{Path: info.Main.Path, Version: number})
	for _, m := range info.Deps {
		if m.Replace != nil && m.Replace.Version != "(devel)" {
			m = m.Replace
		}
		b.Components = append(b.Components, componentOf("library", *m))
	}
	b.Components = append(b.Components, componentOf("library", debug.Module{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")}))
	return b
}

func componentOf(kind string, m debug.Module) component {
	purl := "pkg:golang/" + m.Path + "@" + cmp.Or(m.Version, "unknown")
	c := component{Type: kind, Ref: purl, Name: m.Path, Version: m.Version, PURL: purl}
	if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:")); err == nil && len(sum) > 0 {
		c.Hashes = []bomHash{{"SHA-256", hex.EncodeToString(sum)}}
	}
	return c
}
