package files

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Options limit what is kept.
type Options struct {
	AccountLimit int64         // bytes that the files of an account have at most
	Keep         time.Duration // how long the bytes of a deleted file stay, so that it can be restored
}

// Service is what files offers.
type Service struct {
	env      record.Env
	bus      *events.Bus
	store    Store
	bytes    Bytes
	pictures Pictures
	options  Options
	files    *record.Life[File]
	owners   map[ParentType]Owner
}

// NewService makes a Service.
func NewService(store Store, bytes Bytes, pictures Pictures, o Options, env record.Env, bus *events.Bus) *Service {
	return &Service{
		env, bus, store, bytes, pictures, o,
		record.NewLife(env, store, record.EventTypes{Created: Created, Updated: Updated, Deleted: Deleted}), map[ParentType]Owner{},
	}
}

// Register makes the modules known that own the parents of files. Call it before the first request.
func (s *Service) Register(owners ...Owner) {
	for _, o := range owners {
		s.owners[o.Parent] = o
	}
}

// exists fails with apperr.NotFound if the caller does not have the parent.
func (s *Service) exists(ctx context.Context, account uuid.UUID, p FileParent) error {
	owner, ok := s.owners[p.Type]
	if !ok {
		return fmt.Errorf("nobody owns the parents of type %q", p.Type)
	}
	return owner.Exists(ctx, account, p.ID)
}

// List lists the files of a parent, newest first. Customers see those of their own pets that are meant for them. It fails with
// apperr.NotFound when there is no such parent.
func (s *Service) List(ctx context.Context, account uuid.UUID, p FileParent, f Filter, page paging.Request) (paging.Page[File], error) {
	if err := s.exists(ctx, account, p); err != nil {
		return paging.Page[File]{}, err
	}
	if caller.From(ctx).IsCustomer() {
		if p.Type != Pet || f.Visibility == ForStaff {
			return paging.Page[File]{}, nil
		}
		f.Visibility = ForCustomer
	}
	return s.store.List(ctx, account, p, f, page)
}

// Get returns a file. It fails with apperr.NotFound for a file that the caller may not know of, and with apperr.Forbidden for an API key
// without the ability to read its parent.
func (s *Service) Get(ctx context.Context, account, id uuid.UUID) (File, error) {
	f, err := s.store.Get(ctx, account, id)
	if err != nil {
		return File{}, err
	}
	return f, s.mayRead(ctx, f)
}

// Check fails with apperr.NotFound unless the file exists and belongs to the parent; picture also wants one that is shown as a picture.
// Other modules call it for a file that a record is to name. The file cannot be deleted until the transaction ends.
func (s *Service) Check(ctx context.Context, account, id uuid.UUID, p FileParent, picture bool) error {
	f, err := s.store.Lock(ctx, account, id)
	if err == nil && (f.Parent != p || picture && f.Width == nil || caller.From(ctx).IsCustomer() && f.Visibility != ForCustomer) {
		err = s.store.Missing()
	}
	return err
}

func (s *Service) mayRead(ctx context.Context, f File) error {
	c, owner := caller.From(ctx), s.owners[f.Parent.Type]
	switch {
	case c.IsCustomer() && (f.Parent.Type != Pet || f.Visibility != ForCustomer || s.exists(ctx, f.AccountID, f.Parent) != nil):
		return s.store.Missing()
	case c.IsCustomer() || c.Holds(owner.Read):
		return nil
	}
	return missing(owner.Read)
}

// mayWrite is for staff.
func (s *Service) mayWrite(ctx context.Context, f File) error {
	c, owner := caller.From(ctx), s.owners[f.Parent.Type]
	switch {
	case c.IsCustomer():
		return apperr.NewForbidden("forbidden", "customers cannot change files")
	case c.Holds(owner.Write):
		return nil
	}
	return missing(owner.Write)
}

func missing(ability string) error {
	return apperr.NewForbidden("ability_missing", "this API key needs the ability "+ability)
}
