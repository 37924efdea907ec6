package jsonl

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/apijson"
	"github.com/petcare/petcare/platform/kernel/importing"
)

// ExportJob describes an export.
type ExportJob struct {
	Account uuid.UUID
	Types   []string // nil: all
	CSV     bool     // a table of the only type
	To      io.Writer
	Header  any // the account, for the first line of JSON Lines
	// Cursor returns where the event feed of the account stands, in the transaction of the export.
	Cursor func(ctx context.Context) (string, error)
}

// exportBatch is how many records are read at once.
const exportBatch = 500

// exportPatience is how long a client may take to read what is written at once.
const exportPatience = "set local idle_in_transaction_session_timeout = '2min'"

// Exports are the names of the types that can be exported.
func (i *Importer) Exports() []string {
	var names []string
	for _, k := range i.kinds {
		if k.Export != nil {
			names = append(names, k.Name)
		}
	}
	return names
}

// Export writes the records of an account as lines that Run reads: type by type, so that a line comes after those that it names, and each
// type by id. All of it is one state of the account. Memory use does not depend on the number of records.
func (i *Importer) Export(ctx context.Context, job ExportJob) error {
	out := bufio.NewWriterSize(job.To, 64<<10)
	err := i.db.InSnapshot(ctx, func(ctx context.Context) error {
		if err := i.db.In(ctx).Exec(exportPatience).Error; err != nil {
			return fmt.Errorf("begin an export: %w", err)
		}
		cursor, err := job.Cursor(ctx)
		if err != nil {
			return err
		}
		e := &exporting{Importer: i, ExportJob: job, out: out, counts: map[string]int{}}
		if job.CSV {
			return e.table(ctx)
		}
		return e.lines(ctx, cursor)
	})
	if err == nil {
		err = out.Flush()
	}
	return err
}

// exporting is the state of an export.
type exporting struct {
	*Importer
	ExportJob
	out    *bufio.Writer
	line   []byte
	counts map[string]int
}

func (e *exporting) lines(ctx context.Context, cursor string) error {
	header := entry{typeKey, exportType}
	if err := e.write(header, entry{"exported_at", e.clock.Now()}, entry{"account", e.Header}); err != nil {
		return err
	}
	for _, k := range e.kinds {
		if k.Export == nil || e.Types != nil && !slices.Contains(e.Types, k.Name) {
			continue
		}
		err := e.each(ctx, k.Type, func(line []entry) error {
			e.counts[k.Name]++
			return e.write(line...)
		})
		if err != nil {
			return err
		}
	}
	return e.write(entry{typeKey, exportEndType}, entry{"records", e.counts}, entry{"next_cursor", cursor})
}

// entry is a key of a line.
type entry struct {
	key   string
	value any
}

func (e *exporting) write(line ...entry) error {
	text := append(e.line[:0], '{')
	for i, at := range line {
		if i > 0 {
			text = append(text, ',')
		}
		value, err := apijson.Marshal(at.value)
		if err != nil {
			return fmt.Errorf("encode %s: %w", at.key, err)
		}
		text = append(append(append(text, '"'), at.key...), '"', ':')
		text = append(text, value...)
	}
	e.line = append(text, '}', '\n')
	_, err := e.out.Write(e.line)
	return err
}

// each calls fn for the line of each record of a type.
func (e *exporting) each(ctx context.Context, of importing.Type, fn func([]entry) error) error {
	for after := uuid.Nil; ; {
		records, last, err := of.Export.After(ctx, e.Account, after, exportBatch)
		if err != nil {
			return err
		}
		if last == after {
			return nil
		}
		after = last
		name, err := e.names(ctx, of, records)
		if err != nil {
			return err
		}
		for _, r := range records {
			externalID, id, kept := of.Export.Head(r)
			line := []entry{{typeKey, of.Name}, {externalIDKey, externalID}, {idKey, id}, {createdAtKey, kept.CreatedAt},
				{updatedAtKey, kept.UpdatedAt}, {versionKey, kept.Version}}
			of.Export.Line(r, name, func(key string, value any) { line = append(line, entry{key, value}) })
			if err := fn(line); err != nil {
				return err
			}
		}
	}
}

// names looks up the names of all records that the lines of a batch name.
func (e *exporting) names(ctx context.Context, of importing.Type, records []any) (importing.Name, error) {
	wanted := map[string]map[uuid.UUID]string{}
	for _, r := range records {
		of.Export.Line(r, func(recordType string, id uuid.UUID) string {
			if wanted[recordType] == nil {
				wanted[recordType] = map[uuid.UUID]string{}
			}
			wanted[recordType][id] = ""
			return ""
		}, func(string, any) {})
	}
	for recordType, of := range wanted {
		k := e.kindIndex(recordType)
		if k < 0 || e.kinds[k].Export == nil {
			return nil, fmt.Errorf("lines name records of type %s, which nobody exports", recordType)
		}
		found, err := e.kinds[k].Export.Named(ctx, e.Account, slices.Collect(maps.Keys(of)))
		if err != nil {
			return nil, err
		}
		wanted[recordType] = found
	}
	return func(recordType string, id uuid.UUID) string { return wanted[recordType][id] }, nil
}
