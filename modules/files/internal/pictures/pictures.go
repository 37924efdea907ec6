// Package pictures tells the types of files and makes pictures fit to be kept: upright, without metadata, with previews.
package pictures

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"runtime/debug"

	"github.com/gabriel-vasile/mimetype"
	"github.com/petcare/petcare/modules/files"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"golang.org/x/image/draw"
	"golang.org/x/image/webp"
)

// Maker implements files.Pictures.
type Maker struct{ turns chan struct{} }

// New makes a Maker that works on that many pictures at a time.
func New(atATime int) *Maker { return &Maker{make(chan struct{}, max(1, atATime))} }

// Make implements files.Pictures.
func (m *Maker) Make(ctx context.Context, contentType string, source io.ReadSeeker) (*files.Picture, error) {
	h, err := headerOf(contentType, source)
	if err != nil {
		return nil, err
	}
	select {
	case m.turns <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-m.turns }()
	if h.memory() > muchMemory {
		defer debug.FreeOSMemory() // before the next picture takes as much
	}
	return h.make(source)
}

// muchMemory is worth the time that it takes to give memory back.
const muchMemory = 64 << 20

func (h header) make(source io.ReadSeeker) (*files.Picture, error) {
	if _, err := source.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	decoded, err := h.decode(bufio.NewReader(source))
	if err != nil {
		return nil, damaged(err)
	}
	decoded = upright(decoded, h.orientation)
	encode, contentType := encoderFor(h.contentType, decoded)
	b := decoded.Bounds()
	p := &files.Picture{ContentType: contentType, Width: b.Dx(), Height: b.Dy()}
	small := within(decoded, 1024)
	for _, part := range []struct {
		to    *files.Content
		image image.Image
	}{{&p.Preview1024, small}, {&p.Preview256, within(small, 256)}} {
		var encoded bytes.Buffer
		if err := encode(&encoded, part.image, previewQuality); err != nil {
			return nil, err
		}
		*part.to = content{bytes.NewReader(encoded.Bytes())}
	}
	p.Original, err = encodeToFile(encode, decoded)
	return p, err
}

func (h header) decode(r io.Reader) (image.Image, error) {
	switch h.contentType {
	case "image/jpeg":
		return jpeg.Decode(r)
	case "image/png":
		return png.Decode(r)
	default:
		return webp.Decode(r)
	}
}

// damaged is the error of a picture that cannot be decoded. An error of the file that it is read from is another matter.
func damaged(err error) error {
	if errors.As(err, new(*os.PathError)) {
		return err
	}
	return apperr.NewInvalid("", "damaged", "is a picture that is damaged or incomplete")
}

const (
	quality        = 90
	previewQuality = 80
)

type encoder func(w io.Writer, m image.Image, quality int) error

// encoderFor keeps JPEG and PNG as they are. WebP, which cannot be written, becomes JPEG, or PNG if parts of it are transparent.
func encoderFor(contentType string, m image.Image) (encoder, string) {
	opaque, knows := m.(interface{ Opaque() bool })
	if contentType == "image/png" || contentType == "image/webp" && (!knows || !opaque.Opaque()) {
		return func(w io.Writer, m image.Image, _ int) error {
			return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, m)
		}, "image/png"
	}
	return func(w io.Writer, m image.Image, quality int) error {
		return jpeg.Encode(w, m, &jpeg.Options{Quality: quality})
	}, "image/jpeg"
}

// encodeToFile encodes a picture, which may be large, to a temporary file.
func encodeToFile(encode encoder, m image.Image) (files.Content, error) {
	f, err := os.CreateTemp("", "petcare-picture-")
	if err != nil {
		return nil, fmt.Errorf("encode a picture: %w", err)
	}
	_ = os.Remove(f.Name()) // it lasts while it is open
	w := bufio.NewWriter(f)
	if err = encode(w, m, quality); err == nil {
		err = w.Flush()
	}
	size, seek := f.Seek(0, io.SeekEnd)
	if err = errors.Join(err, seek); err != nil {
		return nil, errors.Join(fmt.Errorf("encode a picture: %w", err), f.Close())
	}
	return fileContent{f, size}, nil
}

type fileContent struct {
	*os.File
	size int64
}

func (f fileContent) Size() int64 { return f.size }

type content struct{ *bytes.Reader }

func (content) Close() error { return nil }

// within scales a picture so that its longer side has at most that many pixels. A picture is first averaged to less than twice the size:
// a scaler that averages by itself needs much more memory than the picture, and one that does not shows patterns that are not there.
func within(m image.Image, side int) image.Image {
	if longer := max(m.Bounds().Dx(), m.Bounds().Dy()); longer > side {
		m = averaged(m, longer/side)
	}
	b := m.Bounds()
	longer := max(b.Dx(), b.Dy())
	if longer <= side {
		return m
	}
	scaled := image.Rect(0, 0, max(1, b.Dx()*side/longer), max(1, b.Dy()*side/longer))
	var to draw.Image = image.NewRGBA(scaled)
	if opaque, ok := m.(interface{ Opaque() bool }); !ok || !opaque.Opaque() {
		to = image.NewNRGBA(scaled)
	}
	draw.ApproxBiLinear.Scale(to, scaled, m, b, draw.Src, nil)
	return to
}

// TypeOf implements files.Pictures. Bytes that begin like one type and go on as another are none: a PDF is one from its first byte to its
// end. What a picture has besides is lost when it is made.
func (m *Maker) TypeOf(source io.ReadSeeker, size int64) (string, error) {
	if _, err := source.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	told, err := mimetype.DetectReader(source)
	if err != nil {
		return "", err
	}
	switch {
	case told.Is("application/pdf"):
		whole, err := isWholePDF(source, size)
		if err != nil || !whole {
			return "", err
		}
		return "application/pdf", nil
	case told.Is("image/jpeg"), told.Is("image/png"), told.Is("image/webp"), told.Is("image/heic"):
		return told.String(), nil
	case told.Is("image/heif"):
		return "image/heic", nil
	}
	return "", nil
}

// isWholePDF reports whether a PDF begins at the first byte and ends at the last one, as far as writers of PDF keep to that: some add line
// breaks or zeroes.
func isWholePDF(source io.ReadSeeker, size int64) (bool, error) {
	var begin [5]byte
	if _, err := source.Seek(0, io.SeekStart); err != nil {
		return false, err
	}
	if _, err := io.ReadFull(source, begin[:]); err != nil || string(begin[:]) != "%PDF-" {
		return false, nil //nolint:nilerr // it is too short
	}
	tail := min(size, 1024)
	if _, err := source.Seek(-tail, io.SeekEnd); err != nil {
		return false, err
	}
	end, err := io.ReadAll(source)
	return bytes.HasSuffix(bytes.TrimRight(end, "\x00\t\n\f\r "), []byte("%%EOF")), err
}
