package imports

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/text"
)

// WriteFaultyRows writes the rows that have faults as CSV, in the order of the file, with their faults as the last column.
func (s *Service) WriteFaultyRows(ctx context.Context, account, id uuid.UUID, to io.Writer) error {
	i, err := s.store.Get(ctx, account, id)
	if err != nil {
		return err
	}
	lines, said, err := s.faultsByLine(ctx, i)
	if err != nil {
		return err
	}
	content, err := s.store.Open(ctx, account, id)
	if err != nil {
		return err
	}
	out := csv.NewWriter(to)
	width := 0
	err = s.importer.Rows(content, i.Format, i.Map.Get(), lines, func(line int, cells []string) error {
		shown := make([]string, max(width, len(cells)), max(width, len(cells))+1)
		for n, cell := range cells {
			shown[n] = text.Harmless(cell)
		}
		if line == 0 {
			width = len(cells)
			return out.Write(append(shown, "faults"))
		}
		return out.Write(append(shown, text.Harmless(strings.Join(said[line], "; "))))
	})
	if err != nil {
		return err
	}
	out.Flush()
	return out.Error()
}

func (s *Service) faultsByLine(ctx context.Context, i Import) (lines []int, said map[int][]string, err error) {
	said = map[int][]string{}
	page := paging.Request{Limit: paging.MaxLimit}
	for {
		faults, err := s.store.ListFaults(ctx, i.AccountID, i.ID, page)
		if err != nil {
			return nil, nil, err
		}
		for _, f := range faults.Items {
			at := f.Field
			if f.ColumnName != nil {
				at = *f.ColumnName
			}
			if len(lines) == 0 || lines[len(lines)-1] != f.Line {
				lines = append(lines, f.Line)
			}
			said[f.Line] = append(said[f.Line], fmt.Sprintf("%s: %s", at, f.Message))
		}
		if page.After = faults.Next; page.After == nil {
			return lines, said, nil
		}
	}
}
