package files

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"mime"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/record"
	"github.com/petcare/petcare/platform/kernel/text"
)

// MaxSize is the maximum size of an upload in bytes.
const MaxSize = 20 << 20

// Types are the media types that are kept.
var Types = []string{"application/pdf", "image/jpeg", "image/png", "image/webp", "image/heic"}

var extensions = map[string]string{"application/pdf": ".pdf", "image/jpeg": ".jpg", "image/png": ".png", "image/heic": ".heic"}

// Upload is what a client sends.
type Upload struct {
	Source      io.ReadSeeker
	Size        int64
	ContentType string // declared; "" if it is not
	Name        string // declared; "" if it is not
}

// Received is an upload whose bytes are stored and that no file names yet.
type Received struct {
	blob          Blob
	name          string
	contentType   string
	size          int64
	width, height *int
}

// Receive checks an upload, makes a picture fit to be kept and stores the bytes. It takes its time, so it is called outside of any
// transaction. Call Release when the file has been created, or was not. It fails with apperr.Unsupported for other types and one that
// is not the declared one, and with apperr.Invalid for a name or a picture that cannot be kept.
func (s *Service) Receive(ctx context.Context, account uuid.UUID, u Upload) (*Received, error) {
	told, err := s.typeOf(u)
	if err != nil {
		return nil, err
	}
	r := &Received{blob: Blob{AccountID: account, Original: ids.New()}, contentType: told, size: u.Size}
	if err := r.setName(u.Name); err != nil {
		return nil, err
	}
	if isPicture(told) {
		p, err := s.pictures.Make(ctx, told, u.Source)
		if err != nil {
			return nil, err
		}
		defer func() { _ = p.Original.Close() }()
		r.contentType, r.width, r.height = p.ContentType, &p.Width, &p.Height
		u.Source, u.Size, r.size = p.Original, p.Original.Size(), p.Original.Size()
		r.blob.Preview1024, r.blob.Preview256 = new(ids.New()), new(ids.New())
		err = s.put(ctx, r, *r.blob.Preview1024, p.Preview1024, p.Preview1024.Size())
		if err == nil {
			err = s.put(ctx, r, *r.blob.Preview256, p.Preview256, p.Preview256.Size())
		}
		if err != nil {
			s.remove(ctx, r.blob)
			return nil, err
		}
	}
	r.name = named(r.name, r.contentType)
	if r.blob.SHA256, err = digest(u.Source); err == nil {
		err = s.put(ctx, r, r.blob.Original, u.Source, u.Size)
	}
	if err != nil {
		s.remove(ctx, r.blob)
		return nil, err
	}
	return r, nil
}

func (s *Service) put(ctx context.Context, r *Received, id uuid.UUID, source io.ReadSeeker, size int64) error {
	if _, err := source.Seek(0, io.SeekStart); err != nil {
		return err
	}
	r.blob.Bytes += size
	return s.bytes.Put(ctx, r.blob.AccountID, id, source, size)
}

func digest(source io.ReadSeeker) (string, error) {
	sum := sha256.New()
	_, err := source.Seek(0, io.SeekStart)
	if err == nil {
		_, err = io.Copy(sum, source)
	}
	return hex.EncodeToString(sum.Sum(nil)), err
}

// typeOf tells the type of an upload by its content and compares it with the declared one.
func (s *Service) typeOf(u Upload) (string, error) {
	if u.Size == 0 {
		return "", badBody("empty", "is empty: the body is the file")
	}
	told, err := s.pictures.TypeOf(u.Source, u.Size)
	if err != nil {
		return "", err
	}
	if told == "" {
		return "", unsupported("the body is none of " + strings.Join(Types, ", ") + ", told by its content")
	}
	if declared, _, _ := mime.ParseMediaType(u.ContentType); u.ContentType != "" && declared != told &&
		declared != "application/octet-stream" && (told != "image/heic" || declared != "image/heif") {
		return "", unsupported("the body is " + told + ", which is not what Content-Type says")
	}
	return told, nil
}

func isPicture(contentType string) bool {
	return contentType == "image/jpeg" || contentType == "image/png" || contentType == "image/webp"
}

// setName takes the declared name. A name that is a path, or shows as another one than it is, is refused.
func (r *Received) setName(name string) error {
	wrong := func(code, message string) error {
		return apperr.NewInvalidIn("header", "Content-Disposition", code, message)
	}
	switch clean := text.Clean(name); {
	case name == "":
		r.name = "file"
	case !text.Valid(name) || text.Printable(clean) != clean:
		return wrong("format", "has a name with invisible characters")
	case strings.ContainsAny(name, `/\`) || strings.Trim(clean, ".") == "":
		return wrong("format", "has a name that is a path, or none")
	case text.Len(clean) > maxName:
		return wrong("too_long", fmt.Sprintf("has a name of more than %d characters", maxName))
	default:
		r.name = clean
	}
	return nil
}

// maxName leaves room for an extension.
const maxName = 190

// named gives a name the extension of its type, so that it is opened as what it is.
func named(name, contentType string) string {
	if at := strings.LastIndexByte(name, '.'); at > 0 && len(name)-at <= len(".jpeg") {
		name = name[:at]
	}
	return name + extensions[contentType]
}

// Create makes the file of what was received. Customers upload proofs for their own pets. It fails with apperr.NotFound when there is no
// such parent, apperr.Invalid for a kind that does not fit, apperr.Forbidden, and a conflict "storage_full".
func (s *Service) Create(ctx context.Context, p FileParent, r *Received, c FileCreate) (f File, err error) {
	if caller.From(ctx).IsCustomer() && (p.Type != Pet || c.Kind != VaccinationProof || c.Visibility == ForStaff) {
		return File{}, apperr.NewForbidden("forbidden", "customers upload a vaccination_proof for a pet of theirs, and nothing else")
	}
	if c.Kind == Photo && r.width == nil {
		return File{}, apperr.NewInvalidIn("query", "kind", "not_allowed", "cannot be photo: the body is not shown as a picture")
	}
	account := r.blob.AccountID
	f = File{
		Meta: record.New(account), Parent: p, Kind: c.Kind, Title: text.Optional(&c.Title), Name: r.name, Visibility: c.visibility(p),
		ContentType: r.contentType, Size: r.size, SHA256: r.blob.SHA256, Width: r.width, Height: r.height,
		UploadedBy: jsonb.New(caller.From(ctx).Author()),
	}
	err = s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.exists(ctx, account, p); err != nil {
			return err
		}
		if err := s.store.KeepBlob(ctx, r.blob, s.env.Clock.Now()); err != nil {
			return err
		}
		if f, err = s.files.Create(ctx, f); err != nil {
			return err
		}
		if used, err := s.store.Used(ctx, account); err != nil || used > s.options.AccountLimit {
			return cmp.Or(err, accountFull(s.options.AccountLimit))
		}
		return nil
	})
	return f, err
}

// Release removes the bytes of an upload that no file names: it failed, or the account has them already. If it cannot, or the process ends
// before, Sweep does.
func (s *Service) Release(ctx context.Context, r *Received) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTime)
	defer cancel()
	kept, err := s.store.Blob(ctx, r.blob.AccountID, r.blob.SHA256)
	if apperr.Is(err, apperr.NotFound) || err == nil && kept.Original != r.blob.Original {
		s.remove(ctx, r.blob)
	}
}

const releaseTime = 10 * time.Second

func (s *Service) remove(ctx context.Context, b Blob) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTime)
	defer cancel()
	for _, id := range b.Parts() {
		_ = s.bytes.Remove(ctx, b.AccountID, id) // Sweep removes what is left
	}
}

// visibility is what the uploader says, else whether such files are meant for customers.
func (c FileCreate) visibility(p FileParent) Visibility {
	switch {
	case c.Visibility != "":
		return c.Visibility
	case p.Type == Pet && (c.Kind == Photo || c.Kind == VaccinationProof):
		return ForCustomer
	}
	return ForStaff
}
