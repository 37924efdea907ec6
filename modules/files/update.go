package files

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/patch"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Update changes a file. It fails with apperr.NotFound, apperr.VersionMismatch, apperr.Invalid, and apperr.Forbidden for customers and API
// keys without the ability to write the parent.
func (s *Service) Update(ctx context.Context, account, id uuid.UUID, p FilePatch, match patch.Precondition) (File, error) {
	return s.files.Update(ctx, account, id, match, func(ctx context.Context, f *File) error {
		if err := s.mayWrite(ctx, *f); err != nil {
			return err
		}
		return p.apply(f)
	})
}

func (p FilePatch) apply(f *File) error {
	var errs apperr.FieldErrors
	patch.Text(p.Title, &f.Title)
	p.Kind.NotNull(&f.Kind, "kind", &errs)
	p.Visibility.NotNull(&f.Visibility, "visibility", &errs)
	if p.Kind.Set && f.Kind == Photo && f.Width == nil {
		errs.Add("kind", "not_allowed", "cannot be photo: the file is not shown as a picture")
	}
	return errs.Err()
}

// Delete removes a file, under the same conditions as Update. Its bytes stay as long as the event, so that the deletion can be undone.
func (s *Service) Delete(ctx context.Context, account, id uuid.UUID, match patch.Precondition) error {
	return s.files.Delete(ctx, account, id, match, func(ctx context.Context, f File) error {
		if err := s.mayWrite(ctx, f); err != nil {
			return err
		}
		if err := s.store.Unused(ctx, account, f.SHA256, s.env.Clock.Now()); err != nil {
			return err
		}
		return s.bus.Publish(ctx, Gone{account, id})
	})
}

// Move gives the files of a parent to another one, into which it is merged. It calls found with their number first.
func (s *Service) Move(ctx context.Context, account uuid.UUID, from, to FileParent, found func(n int) error) error {
	of, err := s.store.OfParent(ctx, account, from, record.MaxReverted)
	if err != nil {
		return err
	}
	if err := found(len(of)); err != nil {
		return err
	}
	return s.files.UpdateMany(ctx, account, of, func(f *File) bool { f.Parent = to; return true })
}
