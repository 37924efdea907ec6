package modulekit

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/kernel/importing"
)

// checkImports imports lines of each type of the module: new ones, the same again, and changed ones.
func (c *checker) checkImports(t *testing.T) {
	for _, kind := range c.service.Parts.Importers {
		if kind.Module != c.module {
			continue
		}
		s := c.site(t)
		lines, ok := c.options.Lines[kind.Name]
		if !ok {
			s.Pet()
			lines = lineOf(kind)
		}
		before := s.LastEvent()
		first, err := c.load(s, lines)
		if err != nil {
			c.fault(Imports, kind.Name, "the lines are refused (say others in Options.Lines[%q]): %v", kind.Name, err)
			continue
		}
		c.checkImported(s, kind, lines, "creates", before)
		before = s.LastEvent()
		second, err := c.load(s, lines)
		made, again := count(first, kind.Name), count(second, kind.Name)
		if err != nil || made.Created == 0 || again.Created+again.Changed > 0 || again.Unchanged == 0 {
			c.fault(Imports, kind.Name, "imported twice, it creates %d and changes %d the second time: %v", again.Created, again.Changed, err)
		}
		if n := len(s.Events(before)); n > 0 {
			c.fault(Imports, kind.Name, "imported twice, it records %d events the second time", n)
		}
		for _, key := range textKeys(kind) {
			before = s.LastEvent()
			changed := changedLine(kind, lines, key)
			if r, err := c.load(s, changed); err == nil && count(r, kind.Name).Changed > 0 {
				c.checkImported(s, kind, changed, "changes "+key+" of", before)
				break
			}
		}
		c.checkExport(s, kind)
	}
}

// checkImported finds the records of lines of which no event tells.
func (c *checker) checkImported(s *Site, kind importing.Type, lines, does string, before int64) {
	told := map[string]bool{}
	for _, e := range s.Events(before) {
		told[e.Record.String()] = true
	}
	var externalIDs []string
	for line := range strings.Lines(lines) {
		var keys struct {
			Type       string
			ExternalID string `json:"external_id"`
		}
		if json.Unmarshal([]byte(line), &keys) == nil && keys.Type == kind.Name {
			externalIDs = append(externalIDs, keys.ExternalID)
		}
	}
	found, err := kind.Find(s.T.Context(), s.Account.ID, externalIDs)
	if err != nil {
		s.T.Error(err)
	}
	for externalID, id := range found {
		if does == "creates" && !told[id.String()] || len(told) == 0 {
			c.fault(Imports, kind.Name, "the import %s %s without an event, so that nobody who follows the feed is told: write it with record.Life",
				does, externalID)
			return
		}
	}
}

// textKeys are the keys of a line that hold text.
func textKeys(kind importing.Type) (keys []string) {
	for _, f := range reflect.VisibleFields(kind.Line) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Type.Kind() == reflect.String && name != "" && f.Tag.Get("enum")+f.Tag.Get("format") == "" {
			keys = append(keys, name)
		}
	}
	return keys
}

// changedLine returns lines of which those of a type have another text.
func changedLine(kind importing.Type, lines, key string) string {
	var changed strings.Builder
	for line := range strings.Lines(lines) {
		var keys map[string]any
		if json.Unmarshal([]byte(line), &keys) == nil && keys["type"] == kind.Name {
			text, _ := keys[key].(string)
			line = textOf(with(keys, key, text+"s"))
		}
		changed.WriteString(strings.TrimSpace(line) + "\n")
	}
	return changed.String()
}

func (c *checker) load(s *Site, lines string) (jsonl.Result, error) {
	return c.importer.Run(s.T.Context(), jsonl.Job{Account: s.Account.ID, Name: "file", Input: strings.NewReader(lines)})
}

func count(r jsonl.Result, kind string) (n jsonl.Count) {
	for _, one := range r.Types {
		if one.Type == kind {
			n = one
		}
	}
	return n
}

// lineOf returns a line with the examples of its keys. References to customers and pets use those of the kit.
func lineOf(kind importing.Type) string {
	line := map[string]any{"type": kind.Name, "external_id": "X-1"}
	for _, f := range reflect.VisibleFields(kind.Line) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		example, ok := f.Tag.Lookup("example")
		if name == "" || !ok || f.Anonymous {
			continue
		}
		line[name] = example
		of := f.Type
		if of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		var decoded any
		if of.Kind() != reflect.String && json.Unmarshal([]byte(example), &decoded) == nil {
			line[name] = decoded
		}
	}
	kind.Refs(fill(kind, line), func(field, recordType, _ string) {
		if known, ok := map[string]string{"customer": "C-1", "pet": "P-1"}[recordType]; ok && line[field] != nil {
			line[field] = known
		}
	})
	return textOf(line)
}

func fill(kind importing.Type, line map[string]any) any {
	filled := kind.New()
	text, _ := json.Marshal(line)
	_ = json.Unmarshal(text, filled) // the import rejects what does not fit
	return filled
}

// checkExport exports the records of a type and imports what it gets.
func (c *checker) checkExport(s *Site, kind importing.Type) {
	if kind.Export == nil {
		c.fault(Exports, kind.Name, "is not exported: give its Spec an Export")
		return
	}
	var lines strings.Builder
	err := c.importer.Export(s.T.Context(), jsonl.ExportJob{Account: s.Account.ID, Types: []string{kind.Name}, To: &lines,
		Cursor: func(context.Context) (string, error) { return "none", nil }})
	if err != nil {
		c.fault(Exports, kind.Name, "the export fails: %v", err)
		return
	}
	result, err := c.load(s, lines.String())
	if n := count(result, kind.Name); err != nil || n.Created+n.Changed > 0 || n.Unchanged == 0 {
		c.fault(Exports, kind.Name, "what is exported creates %d and changes %d when it is imported: %v", n.Created, n.Changed, err)
	}
}
