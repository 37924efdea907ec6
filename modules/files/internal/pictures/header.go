package pictures

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"golang.org/x/image/webp"
)

// header is what a picture says of itself before its pixels.
type header struct {
	contentType string
	image.Config
	orientation int     // of EXIF: 1 to 8
	samples     float64 // of a JPEG: bytes a pixel
	layered     bool    // a progressive JPEG or an interlaced PNG, whose decoder holds more than the picture
}

const (
	maxPixels = 40e6
	// maxMemory is what decoding and turning a picture may take. Nearly all pictures of maxPixels fit.
	maxMemory = 200 << 20
)

// headerOf reads the header of a picture and refuses one that is too large to be decoded.
func headerOf(contentType string, source io.ReadSeeker) (header, error) {
	h := header{contentType: contentType, orientation: 1}
	if _, err := source.Seek(0, io.SeekStart); err != nil {
		return h, err
	}
	var err error
	switch r := bufio.NewReader(source); contentType {
	case "image/jpeg":
		h.Config, err = jpeg.DecodeConfig(r)
	case "image/png":
		h.Config, err = png.DecodeConfig(r)
	default:
		h.Config, err = webp.DecodeConfig(r)
	}
	if err != nil {
		return h, damaged(err)
	}
	if pixels := float64(h.Width) * float64(h.Height); pixels > maxPixels {
		return h, apperr.NewInvalid("", "too_large", fmt.Sprintf("is a picture of %d × %d pixels: 40 megapixels are the most", h.Width, h.Height))
	}
	if err := h.scan(source); err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) { // which decode tells
		return h, err
	}
	if h.memory() > maxMemory {
		return h, apperr.NewInvalid("", "too_large", "is a picture that takes too much memory to decode: save it with fewer pixels, "+
			"not progressive or interlaced, and with 8 bits a channel")
	}
	return h, nil
}

// memory is how many bytes are held at most while the picture is decoded, converted to 8 bits a channel and turned.
func (h header) memory() int64 {
	pixels := float64(h.Width) * float64(h.Height)
	decoded := pixels * 4
	switch {
	case h.ColorModel == color.CMYKModel:
		decoded = pixels * 8
	case h.contentType == "image/jpeg":
		decoded = pixels * h.samples
		if h.layered {
			decoded += pixels * h.samples * 4 // the coefficients
		}
	case h.contentType == "image/webp":
		decoded = pixels * 7
	case h.ColorModel == color.NRGBA64Model, h.ColorModel == color.RGBA64Model:
		decoded = pixels * 12
	case h.ColorModel == color.Gray16Model:
		decoded = pixels * 6
	case h.ColorModel == color.GrayModel:
		decoded = pixels
	}
	if h.contentType == "image/png" && h.layered {
		decoded *= 1.5
	}
	if h.orientation > 1 {
		decoded += pixels * 4
		if h.samples > 0 {
			decoded += pixels * (h.samples - 4)
		}
	}
	return int64(decoded)
}

// scan looks for the orientation and for what decoding takes.
func (h *header) scan(source io.ReadSeeker) (err error) {
	var exif []byte
	switch h.contentType {
	case "image/jpeg":
		exif, err = h.scanJPEG(source)
	case "image/png":
		var interlace []byte
		if interlace, err = readAt(source, 28, 1); err != nil {
			return err
		}
		h.layered = interlace[0] != 0
		exif, err = chunkOf(source, "eXIf", 8, func(head []byte) (string, int64, int64) {
			length := int64(binary.BigEndian.Uint32(head))
			return string(head[4:]), length, length + 12
		})
	default:
		exif, err = chunkOf(source, "EXIF", 12, func(head []byte) (string, int64, int64) {
			length := int64(binary.LittleEndian.Uint32(head[4:]))
			return string(head[:4]), length, length + length%2 + 8
		})
	}
	h.orientation = orientationOf(bytes.TrimPrefix(exif, []byte("Exif\x00\x00")))
	return err
}

// scanJPEG reads the segments before the pixels and returns that of EXIF.
func (h *header) scanJPEG(source io.ReadSeeker) (exif []byte, err error) {
	h.samples = 3
	for at := int64(2); ; {
		head, err := readAt(source, at, 4)
		if err != nil || head[0] != 0xff {
			return exif, err
		}
		length := max(2, int64(binary.BigEndian.Uint16(head[2:])))
		switch kind := head[1]; kind {
		case 0xff: // a fill byte
			at++
			continue
		case 0xda, 0xd9: // the pixels begin
			return exif, nil
		case 0xc0, 0xc1, 0xc2:
			frame, err := readAt(source, at+4, int(length-2))
			if err != nil {
				return exif, err
			}
			h.layered = kind == 0xc2
			h.samples = samplesOf(frame)
		case 0xe1:
			segment, err := readAt(source, at+4, int(length-2))
			if err != nil {
				return exif, err
			}
			if exif == nil && bytes.HasPrefix(segment, []byte("Exif\x00\x00")) {
				exif = segment
			}
		}
		at += 2 + length
	}
}

// samplesOf returns how many bytes a pixel has, given the header of a JPEG frame: fewer than components, if some are subsampled.
func samplesOf(frame []byte) float64 {
	most, all := 1, 0
	for i := 6; i+2 < len(frame); i += 3 {
		n := int(frame[i+1]>>4) * int(frame[i+1]&0xf)
		most, all = max(most, n), all+n
	}
	return max(1, float64(all)/float64(most))
}

// chunkOf returns the content of the first chunk of a kind, or nil. next tells of the 8 bytes at the beginning of a chunk its kind, its
// length and how far the next one is.
func chunkOf(source io.ReadSeeker, want string, at int64, next func(head []byte) (kind string, length, step int64)) ([]byte, error) {
	for {
		head, err := readAt(source, at, 8)
		if err != nil {
			return nil, err
		}
		kind, length, step := next(head)
		if kind == want && length < 1<<20 {
			return readAt(source, at+8, int(length))
		}
		at += step
	}
}

func readAt(source io.ReadSeeker, at int64, n int) ([]byte, error) {
	if _, err := source.Seek(at, io.SeekStart); err != nil {
		return nil, err
	}
	b := make([]byte, n)
	_, err := io.ReadFull(source, b)
	return b, err
}

// orientationOf returns the orientation in EXIF data, 1 if there is none.
func orientationOf(exif []byte) int {
	const tag, short = 0x0112, 3
	if len(exif) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.LittleEndian
	if string(exif[:2]) == "MM" {
		order = binary.BigEndian
	}
	at := int64(order.Uint32(exif[4:]))
	if at+2 > int64(len(exif)) {
		return 1
	}
	entries := exif[at+2:]
	for range order.Uint16(exif[at:]) {
		if len(entries) < 12 {
			break
		}
		if o := order.Uint16(entries[8:]); order.Uint16(entries) == tag && order.Uint16(entries[2:]) == short && o >= 1 && o <= 8 {
			return int(o)
		}
		entries = entries[12:]
	}
	return 1
}
