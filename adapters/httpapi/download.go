package httpapi

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"
)

func mebibytes(n int64) string { return strconv.FormatInt(n>>20, 10) }

// prefers reports whether a client names a media type and gives it no less weight than JSON.
func prefers(r *http.Request, media string) bool {
	wanted := map[string]float64{}
	for named, weight := range mediaRanges(listOf(r.Header, "Accept")) {
		wanted[named] = max(wanted[named], weight)
	}
	return media != "" && wanted[media] > 0 && wanted[media] >= wanted["application/json"]
}

// Download is an answer that is written while it is read, without a limit of its size.
type Download struct {
	*bufio.Writer
	conn *http.ResponseController
	in   http.ResponseWriter
}

// DownloadOf returns the answer in the media type of Operation.Offers if the client prefers that, or nil. The headers are sent with the
// first bytes, so that an error before them becomes a problem.
func DownloadOf(ctx context.Context, media, name string) *Download {
	r := requestOf(ctx)
	if !prefers(r.gin.Request, media) {
		return nil
	}
	d := &Download{conn: http.NewResponseController(r.gin.Writer), in: r.writer.ResponseWriter}
	h := d.in.Header()
	h.Set("Content-Type", media+"; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	d.Writer = bufio.NewWriterSize(d.in, smallEnough)
	_ = d.conn.SetWriteDeadline(time.Now().Add(r.api.options.Timeout + writeTime))
	return d
}

// ErrAnswered is returned by a handler of a list that has written a Download.
var ErrAnswered = errors.New("the answer is written")

// Failed is the error of a handler whose Download failed: err, if nothing of it was sent. Otherwise it cuts the connection, so that nobody
// takes what was sent for the whole.
func (d *Download) Failed(err error) error {
	if written, ok := d.in.(interface{ Written() bool }); ok && written.Written() {
		panic(http.ErrAbortHandler)
	}
	d.in.Header().Del("Content-Disposition")
	return err
}
