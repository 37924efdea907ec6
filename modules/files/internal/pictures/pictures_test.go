package pictures_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"strings"
	"testing"

	"github.com/petcare/petcare/modules/files"
	"github.com/petcare/petcare/modules/files/internal/pictures"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/testkit"
)

const position = "51.5074N 0.1278W"

// exif is EXIF data with an orientation, and a position as text.
func exif(order binary.AppendByteOrder, orientation uint16) []byte {
	mark := map[bool]string{true: "II", false: "MM"}[order == binary.AppendByteOrder(binary.LittleEndian)]
	b := order.AppendUint16([]byte(mark), 42)
	b = order.AppendUint32(b, 8)
	b = order.AppendUint16(b, 2)
	b = order.AppendUint16(order.AppendUint16(b, 0x010f), 2) // the camera, as text
	b = order.AppendUint32(order.AppendUint32(b, uint32(len(position))), 38)
	b = order.AppendUint16(order.AppendUint16(b, 0x0112), 3)
	b = order.AppendUint16(order.AppendUint32(b, 1), orientation)
	b = append(b, 0, 0, 0, 0, 0, 0)
	return append(b, position...)
}

// The corners of the picture as it is to be seen, clockwise from the top left.
var corners = []color.NRGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}}

// lying is a picture of w × h, as it is to be seen, stored in an orientation.
func lying(w, h, orientation int) *image.NRGBA {
	sw, sh := w, h
	if orientation >= 5 {
		sw, sh = h, w
	}
	m := image.NewNRGBA(image.Rect(0, 0, sw, sh))
	for y := range sh {
		for x := range sw {
			// Where the stored pixel is seen, as the EXIF standard describes it: row 0 and column 0 are at the named sides.
			seenX, seenY := x, y
			switch orientation {
			case 2: // top, right
				seenX = w - 1 - x
			case 3: // bottom, right
				seenX, seenY = w-1-x, h-1-y
			case 4: // bottom, left
				seenY = h - 1 - y
			case 5: // left, top
				seenX, seenY = y, x
			case 6: // right, top
				seenX, seenY = w-1-y, x
			case 7: // right, bottom
				seenX, seenY = w-1-y, h-1-x
			case 8: // left, bottom
				seenX, seenY = y, h-1-x
			}
			quarter := 0
			switch right, below := seenX >= w/2, seenY >= h/2; {
			case right && !below:
				quarter = 1
			case right:
				quarter = 2
			case below:
				quarter = 3
			}
			m.SetNRGBA(x, y, corners[quarter])
		}
	}
	return m
}

func asJPEG(t testing.TB, m image.Image, orientation uint16) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	segment := append([]byte("Exif\x00\x00"), exif(binary.BigEndian, orientation)...)
	head := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xe1}, uint16(len(segment)+2))
	return append(append(head, segment...), b.Bytes()[2:]...)
}

func asPNG(t testing.TB, m image.Image, orientation uint16) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	data := exif(binary.LittleEndian, orientation)
	chunk := append([]byte("eXIf"), data...)
	all := binary.BigEndian.AppendUint32(bytes.Clone(b.Bytes()[:33]), uint32(len(data)))
	all = binary.BigEndian.AppendUint32(append(all, chunk...), crc32.ChecksumIEEE(chunk))
	return append(all, b.Bytes()[33:]...)
}

func read(t testing.TB, c files.Content) []byte {
	t.Helper()
	testkit.Must[int64](t)(c.Seek(0, io.SeekStart))
	return testkit.Must[[]byte](t)(io.ReadAll(c))
}

func TestPicturesAreUprightAndWithoutMetadata(t *testing.T) {
	t.Parallel()
	maker := pictures.New(1)
	for orientation := 1; orientation <= 8; orientation++ {
		m := lying(1200, 800, orientation)
		gray := image.NewGray(m.Rect)
		for i := range gray.Pix {
			gray.Pix[i] = m.Pix[4*i] // red alone
		}
		for name, picture := range map[string]struct {
			contentType string
			bytes       []byte
			gray        bool
		}{
			"jpeg": {"image/jpeg", asJPEG(t, m, uint16(orientation)), false}, "gray jpeg": {"image/jpeg", asJPEG(t, gray, uint16(orientation)), true},
			"png": {"image/png", asPNG(t, m, uint16(orientation)), false},
		} {
			if !bytes.Contains(picture.bytes, []byte(position)) {
				t.Fatal("the picture has no position")
			}
			p := testkit.Must[*files.Picture](t)(maker.Make(t.Context(), picture.contentType, bytes.NewReader(picture.bytes)))
			if p.Width != 1200 || p.Height != 800 || p.ContentType != picture.contentType {
				t.Errorf("%s in orientation %d: %s of %d × %d", name, orientation, p.ContentType, p.Width, p.Height)
			}
			for side, part := range map[int]files.Content{1200: p.Original, 1024: p.Preview1024, 256: p.Preview256} {
				kept := read(t, part)
				if bytes.Contains(kept, []byte(position)) || bytes.Contains(kept, []byte("Exif")) || bytes.Contains(kept, []byte("eXIf")) {
					t.Errorf("%s in orientation %d: %d pixels have metadata", name, orientation, side)
				}
				shown, _, err := image.Decode(bytes.NewReader(kept))
				if err != nil {
					t.Fatal(err)
				}
				if b := shown.Bounds(); b.Dx() != side || b.Dy() < side*2/3-1 || b.Dy() > side*2/3+1 {
					t.Errorf("%s in orientation %d: %d × %d, want %d across", name, orientation, b.Dx(), b.Dy(), side)
				}
				wantCorners(t, shown, picture.gray)
			}
			_ = p.Original.Close()
		}
	}
}

func wantCorners(t *testing.T, m image.Image, gray bool) {
	t.Helper()
	b := m.Bounds()
	for i, at := range []image.Point{{b.Dx() / 4, b.Dy() / 4}, {b.Dx() * 3 / 4, b.Dy() / 4}, {b.Dx() * 3 / 4, b.Dy() * 3 / 4}, {b.Dx() / 4, b.Dy() * 3 / 4}} {
		got, want := color.NRGBAModel.Convert(m.At(at.X, at.Y)).(color.NRGBA), corners[i]
		if gray {
			want.G, want.B = want.R, want.R
		}
		for _, pair := range [][2]uint8{{got.R, want.R}, {got.G, want.G}, {got.B, want.B}} {
			if d := int(pair[0]) - int(pair[1]); d > 24 || d < -24 {
				t.Fatalf("corner %d is %v, want %v", i, got, want)
			}
		}
	}
}

// headerOnly is a PNG that says it is that large, and has no pixels.
func headerOnly(width, height uint32, depth, colours, interlace byte) []byte {
	data := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("IHDR"), width), height)
	data = append(data, depth, colours, 0, 0, interlace)
	b := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), data...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(data))
}

func TestPicturesThatTakeTooMuchAreRefusedByTheirHeader(t *testing.T) {
	t.Parallel()
	maker := pictures.New(1)
	for name, c := range map[string]struct {
		picture []byte
		code    string
	}{
		"100,000 × 100,000":                     {headerOnly(100_000, 100_000, 8, 2, 0), "too_large"},
		"40.1 megapixels":                       {headerOnly(8020, 5000, 8, 2, 0), "too_large"},
		"39 megapixels with 16 bits a channel":  {headerOnly(7800, 5000, 16, 6, 0), "too_large"},
		"40 megapixels interlaced":              {headerOnly(8000, 5000, 8, 6, 1), "too_large"},
		"40 megapixels, of which there is none": {headerOnly(8000, 5000, 8, 2, 0), "damaged"},
		"half a picture":                        {asJPEG(t, lying(64, 64, 1), 1)[:700], "damaged"},
	} {
		contentType := "image/png"
		if strings.HasPrefix(string(c.picture), "\xff\xd8") {
			contentType = "image/jpeg"
		}
		_, err := maker.Make(t.Context(), contentType, bytes.NewReader(c.picture))
		testkit.WantKind(t, err, apperr.Invalid)
		if e := testkit.FieldErrors(testkit.WantKind(t, err, apperr.Invalid).Errors); len(e) != 1 || !strings.HasSuffix(e[0], c.code) {
			t.Errorf("%s: %v, want %s", name, e, c.code)
		}
	}
}

func TestFewPicturesAreMadeAtATime(t *testing.T) {
	t.Parallel()
	maker := pictures.New(1)
	blocked, goOn := make(chan struct{}), make(chan struct{})
	first := &slow{Reader: bytes.NewReader(asJPEG(t, lying(64, 64, 1), 1)), began: blocked, goOn: goOn}
	ended := make(chan error, 1)
	go func() {
		_, err := maker.Make(context.Background(), "image/jpeg", first)
		ended <- err
	}()
	<-blocked
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := maker.Make(ctx, "image/jpeg", bytes.NewReader(asJPEG(t, lying(64, 64, 1), 1)))
	close(goOn)
	if err == nil || <-ended != nil {
		t.Errorf("the second one did not wait: %v", err)
	}
}

// slow waits when it is read again from its beginning, which is for its pixels.
type slow struct {
	*bytes.Reader
	began, goOn chan struct{}
	seeks       int
}

func (s *slow) Seek(offset int64, whence int) (int64, error) {
	if offset == 0 {
		s.seeks++
	}
	if s.seeks == 2 {
		s.seeks++
		close(s.began)
		<-s.goOn
	}
	return s.Reader.Seek(offset, whence)
}

func TestTypesAreToldByContent(t *testing.T) {
	t.Parallel()
	maker := pictures.New(1)
	pdf := "%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n"
	for content, want := range map[string]string{
		pdf: "application/pdf",
		pdf + "PK\x03\x04 a script in an archive": "",
		"\n\n" + pdf: "",
		"<svg xmlns='http://www.w3.org/2000/svg'/>":        "",
		"<!doctype html><script>alert(1)</script>":         "",
		"GIF89a\x01\x00\x01\x00":                           "",
		"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic": "image/heic",
		"RIFF\x1a\x00\x00\x00WEBPVP8L":                     "image/webp",
		string(headerOnly(1, 1, 8, 2, 0)):                  "image/png",
		"plain text":                                       "",
	} {
		got, err := maker.TypeOf(strings.NewReader(content), int64(len(content)))
		if err != nil || got != want {
			t.Errorf("%.20q is %q (%v), want %q", content, got, err, want)
		}
	}
}

func BenchmarkPhotograph(b *testing.B) {
	photo := asJPEG(b, lying(4032, 3024, 6), 6)
	for b.Loop() {
		p := testkit.Must[*files.Picture](b)(pictures.New(1).Make(b.Context(), "image/jpeg", bytes.NewReader(photo)))
		_ = p.Original.Close()
	}
}
