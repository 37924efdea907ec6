package pictures

import (
	"image"
	"image/draw"
)

// raster is rows of pixels, or of one component of them. A pixel has n bytes.
type raster struct {
	pix          []byte
	stride, w, h int
	n            int
}

// turned returns the raster as EXIF's orientation o wants it shown.
func (r raster) turned(o int) raster {
	to := raster{w: r.w, h: r.h, n: r.n}
	if o >= 5 {
		to.w, to.h = r.h, r.w
	}
	to.stride = to.w * r.n
	to.pix = make([]byte, to.stride*to.h)
	for y := range to.h {
		row := to.pix[y*to.stride:]
		for x := range to.w {
			fromX, fromY := x, y
			switch o {
			case 2: // mirrored
				fromX = r.w - 1 - x
			case 3: // upside down
				fromX, fromY = r.w-1-x, r.h-1-y
			case 4: // upside down and mirrored
				fromY = r.h - 1 - y
			case 5: // lies on its left side, mirrored
				fromX, fromY = y, x
			case 6: // lies on its left side
				fromX, fromY = y, r.h-1-x
			case 7: // lies on its right side, mirrored
				fromX, fromY = r.w-1-y, r.h-1-x
			case 8: // lies on its right side
				fromX, fromY = r.w-1-y, x
			}
			from := fromY*r.stride + fromX*r.n
			copy(row[x*r.n:x*r.n+r.n], r.pix[from:from+r.n])
		}
	}
	return to
}

// averaged returns a raster of w × h pixels, each the average of up to k × k of r.
func (r raster) averaged(k, w, h int) raster {
	to := raster{make([]byte, w*h*r.n), w * r.n, w, h, r.n}
	for y := range h {
		rows := min(k, r.h-y*k)
		for x := range w {
			columns := min(k, r.w-x*k)
			for c := range r.n {
				sum := 0
				for i := range rows {
					at := (y*k+i)*r.stride + x*k*r.n + c
					for range columns {
						sum += int(r.pix[at])
						at += r.n
					}
				}
				to.pix[y*to.stride+x*r.n+c] = byte(sum / (rows * columns)) //nolint:gosec // an average of bytes
			}
		}
	}
	return to
}

// layers are the rasters of a picture whose pixels are not in one: luma and chroma, each of its own size.
func layers(m *image.YCbCr) [3]raster {
	b := m.Bounds()
	chroma := image.NewYCbCr(image.Rect(0, 0, b.Dx(), b.Dy()), m.SubsampleRatio)
	cw := chroma.CStride
	ch := len(chroma.Cb) / cw
	return [3]raster{{m.Y, m.YStride, b.Dx(), b.Dy(), 1}, {m.Cb, m.CStride, cw, ch, 1}, {m.Cr, m.CStride, cw, ch, 1}}
}

// across are the subsamplings of a picture that was turned by a quarter; those that JPEG does not have are left out.
var across = map[image.YCbCrSubsampleRatio]image.YCbCrSubsampleRatio{
	image.YCbCrSubsampleRatio444: image.YCbCrSubsampleRatio444, image.YCbCrSubsampleRatio420: image.YCbCrSubsampleRatio420,
	image.YCbCrSubsampleRatio422: image.YCbCrSubsampleRatio440, image.YCbCrSubsampleRatio440: image.YCbCrSubsampleRatio422,
}

// upright turns a picture as EXIF's orientation o wants it shown.
func upright(m image.Image, o int) image.Image {
	if o == 1 {
		return m
	}
	switch from := m.(type) {
	case *image.YCbCr:
		ratio, ok := from.SubsampleRatio, true
		if o >= 5 {
			ratio, ok = across[ratio]
		}
		if ok {
			l := layers(from)
			return ofLayers(l[0].turned(o), l[1].turned(o), l[2].turned(o), ratio)
		}
	case *image.Gray:
		return grayOf(raster{from.Pix, from.Stride, from.Rect.Dx(), from.Rect.Dy(), 1}.turned(o))
	}
	from := nrgba(m)
	return nrgbaOf(raster{from.Pix, from.Stride, from.Rect.Dx(), from.Rect.Dy(), 4}.turned(o))
}

// averaged returns a picture of an k-th of the width and height.
func averaged(m image.Image, k int) image.Image {
	w, h := max(1, m.Bounds().Dx()/k), max(1, m.Bounds().Dy()/k)
	switch from := m.(type) {
	case *image.YCbCr:
		to := layers(image.NewYCbCr(image.Rect(0, 0, w, h), from.SubsampleRatio))
		l := layers(from)
		return ofLayers(l[0].averaged(k, w, h), l[1].averaged(k, to[1].w, to[1].h), l[2].averaged(k, to[2].w, to[2].h), from.SubsampleRatio)
	case *image.Gray:
		return grayOf(raster{from.Pix, from.Stride, from.Rect.Dx(), from.Rect.Dy(), 1}.averaged(k, w, h))
	}
	from := nrgba(m)
	return nrgbaOf(raster{from.Pix, from.Stride, from.Rect.Dx(), from.Rect.Dy(), 4}.averaged(k, w, h))
}

func ofLayers(y, cb, cr raster, ratio image.YCbCrSubsampleRatio) *image.YCbCr {
	return &image.YCbCr{Y: y.pix, Cb: cb.pix, Cr: cr.pix, YStride: y.stride, CStride: cb.stride, SubsampleRatio: ratio,
		Rect: image.Rect(0, 0, y.w, y.h)}
}

func grayOf(r raster) *image.Gray {
	return &image.Gray{Pix: r.pix, Stride: r.stride, Rect: image.Rect(0, 0, r.w, r.h)}
}

func nrgbaOf(r raster) *image.NRGBA {
	return &image.NRGBA{Pix: r.pix, Stride: r.stride, Rect: image.Rect(0, 0, r.w, r.h)}
}

// nrgba returns a picture with 4 bytes a pixel.
func nrgba(m image.Image) *image.NRGBA {
	switch is := m.(type) {
	case *image.NRGBA:
		return is
	case *image.RGBA:
		if is.Opaque() { // then there is no difference
			return &image.NRGBA{Pix: is.Pix, Stride: is.Stride, Rect: is.Rect}
		}
	}
	to := image.NewNRGBA(image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy()))
	draw.Draw(to, to.Rect, m, m.Bounds().Min, draw.Src)
	return to
}
