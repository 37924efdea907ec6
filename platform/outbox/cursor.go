package outbox

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"strings"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/text"
)

// history identifies the write-ahead log at the time of a snapshot, and how far it was flushed to disk.
type history struct {
	system   uint64 // the cluster's system_identifier
	database uint64 // oid, and above its 32 bits the incarnation
	timeline uint32
	position uint64 // in the log, in bytes
	drops    uint64 // how many times old events had been dropped
}

// cursor is the position of a reader. The reader has read all events that are visible in seen, and those visible in target up to the
// sequence number position.
type cursor struct {
	history  history // at the time of the newest snapshot in the cursor
	seen     snapshot
	round    bool // the reader has not yet reached the end of target
	target   snapshot
	position uint64
}

// Signer signs cursors; *secrets.Box is one.
type Signer interface {
	Sign(plain []byte, purpose string) []byte
	Verify(signed []byte, purpose string) ([]byte, error)
}

const cursorVersion = 1

// purposeOf binds a cursor to its account and filters, so that it is rejected with others.
func purposeOf(q events.FeedQuery) string {
	filters := sha256.Sum256([]byte(strings.Join(text.Distinct(q.Types), ",") + "\n" + q.Record.String() + "\n" + q.Actor))
	return "event cursor of " + q.Account.String() + string(filters[:])
}

func (f *Feed) encode(c cursor, q events.FeedQuery) string {
	b := []byte{cursorVersion}
	b = binary.BigEndian.AppendUint64(b, c.history.system)
	b = binary.AppendUvarint(b, c.history.database)
	b = binary.AppendUvarint(b, uint64(c.history.timeline))
	b = binary.AppendUvarint(b, c.history.position)
	b = binary.AppendUvarint(b, c.history.drops)
	b = c.seen.append(b)
	if c.round {
		b = binary.AppendUvarint(c.target.append(b), c.position)
	}
	return base64.RawURLEncoding.EncodeToString(f.signer.Sign(b, purposeOf(q)))
}

func (s snapshot) append(b []byte) []byte {
	b = binary.AppendUvarint(b, s.xmax)
	b = binary.AppendUvarint(b, s.durable)
	b = binary.AppendUvarint(b, s.top)
	b = binary.AppendUvarint(b, uint64(len(s.running)))
	last := uint64(0)
	for _, xid := range s.running {
		b = binary.AppendUvarint(b, xid-last)
		last = xid
	}
	return b
}

// decode verifies and reads the cursor of a query.
func (f *Feed) decode(q events.FeedQuery) (cursor, error) {
	signed, err := paging.DecodeText(q.After)
	if err != nil {
		return cursor{}, badCursor()
	}
	plain, err := f.signer.Verify(signed, purposeOf(q))
	if err != nil || len(plain) == 0 || plain[0] != cursorVersion {
		return cursor{}, badCursor()
	}
	r := reader{rest: plain[1:]}
	var c cursor
	c.history.system = r.fixed()
	c.history.database, c.history.timeline = r.next(), uint32(r.next())
	c.history.position, c.history.drops = r.next(), r.next()
	c.seen = r.snapshot()
	if len(r.rest) > 0 && r.err == nil {
		c.round, c.target, c.position = true, r.snapshot(), r.next()
	}
	if r.err != nil || len(r.rest) > 0 {
		return cursor{}, badCursor()
	}
	return c, nil
}

// reader decodes the output of encode.
type reader struct {
	rest []byte
	err  error
}

var errTruncated = errors.New("the cursor is cut off")

func (r *reader) fixed() uint64 {
	if len(r.rest) < 8 {
		r.err = errTruncated
		return 0
	}
	n := binary.BigEndian.Uint64(r.rest)
	r.rest = r.rest[8:]
	return n
}

func (r *reader) next() uint64 {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		r.err = errTruncated
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

func (r *reader) snapshot() snapshot {
	s := snapshot{xmax: r.next(), durable: r.next(), top: r.next()}
	last := uint64(0)
	for n := r.next(); n > 0 && r.err == nil; n-- {
		last += r.next()
		s.running = append(s.running, last)
	}
	return s
}

func badCursor() error {
	return apperr.NewInvalidIn("query", "after", "format", "is not a next_cursor of this account's events with these filters, now or oldest")
}

// Reasons why a cursor has expired.
const (
	tooOld          = "too_old"
	anotherDatabase = "another_database"
	lostHistory     = "lost_history"
)

var expiries = map[string]string{
	tooOld:          "events that were not read yet have been removed because of their age",
	anotherDatabase: "this is not the database that the cursor is from; it may have been restored",
	lostHistory:     "the database may have lost changes that the cursor has seen, as after a failover",
}

func expired(reason string) error {
	return &apperr.Error{Kind: apperr.Gone, Code: "cursor_expired", Reason: reason,
		Detail: expiries[reason] + ": take a cursor with after=now, replace your copy by new lists, whatever its versions, " +
			"then go on from that cursor"}
}

// isAheadOf reports whether h has seen more of the same log: the end of it was lost, as when an older copy of the data folder is put back.
func (h history) isAheadOf(now history) bool {
	return h.system == now.system && h.database == now.database && h.timeline == now.timeline && h.position > now.position
}

// check fails with an expired error unless the database still has all events that the cursor has not seen.
func (c cursor) check(at state) error {
	h := c.history
	switch {
	case h.system != at.history.system || h.database != at.history.database:
		return expired(anotherDatabase)
	case h.isAheadOf(at.history),
		h.timeline != at.history.timeline && (!at.proven || h.position > at.provenPosition):
		return expired(lostHistory)
	case h.drops == at.history.drops, c.seen.xmin() > at.droppedXID, c.round && c.position >= at.droppedSequence:
		return nil
	}
	return expired(tooOld)
}
