package outbox

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// snapshot is a set of transactions that had ended when it was taken. It only counts ids that cannot be reused after a crash.
type snapshot struct {
	xmax    uint64   // the first transaction id that was not yet assigned
	running []uint64 // below xmax, ascending
	durable uint64   // a transaction whose commit is on disk; after a crash, higher ids may be assigned again
	top     uint64   // the highest sequence of the account's visible events
}

// emptySnapshot is the snapshot of a reader that has seen no events.
var emptySnapshot = snapshot{xmax: 1}

// parseSnapshot reads the text form of a pg_snapshot, xmin:xmax:running,…
func parseSnapshot(s string) (snapshot, error) {
	parts := strings.SplitN(s, ":", 3)
	if len(parts) != 3 {
		return snapshot{}, fmt.Errorf("%q is not a snapshot", s)
	}
	var sn snapshot
	var err error
	if sn.xmax, err = strconv.ParseUint(parts[1], 10, 64); err != nil {
		return snapshot{}, fmt.Errorf("read a snapshot: %w", err)
	}
	for id := range strings.SplitSeq(parts[2], ",") {
		if id == "" {
			continue
		}
		xid, err := strconv.ParseUint(id, 10, 64)
		if err != nil {
			return snapshot{}, fmt.Errorf("read a snapshot: %w", err)
		}
		sn.running = append(sn.running, xid)
	}
	return sn, nil
}

// clip returns the first id that does not count as seen, because it may be reused after a crash.
func (s snapshot) clip() uint64 { return min(s.xmax, s.durable+1) }

// text returns the durable part of the snapshot in the text form of a pg_snapshot.
func (s snapshot) text() string {
	clip := s.clip()
	end, _ := slices.BinarySearch(s.running, clip)
	return fmt.Sprintf("%d:%d:%s", s.xmin(), clip, join(s.running[:end]))
}

// xmin returns the lowest transaction that was not visible.
func (s snapshot) xmin() uint64 {
	clip := s.clip()
	if len(s.running) > 0 {
		return min(clip, s.running[0])
	}
	return clip
}

func (s snapshot) ended(xid uint64) bool {
	_, running := slices.BinarySearch(s.running, xid)
	return xid < s.xmax && !running
}

// maxEnded limits the list of transactions that a poll passes to the database.
const maxEnded = 10000

// endedSince lists the transactions that have ended since an earlier snapshot: those that were running then, and newer ones. all is
// false if there are more than maxEnded, or no earlier snapshot.
func (s snapshot) endedSince(old snapshot) (ran, newer []uint64, all bool) {
	if old.xmax == 0 || s.xmax > old.xmax+maxEnded || s.xmax < old.xmax {
		return nil, nil, false
	}
	for _, xid := range old.running {
		if s.ended(xid) {
			ran = append(ran, xid)
		}
	}
	for xid := old.xmax; xid < s.xmax; xid++ {
		if s.ended(xid) {
			newer = append(newer, xid)
		}
	}
	return ran, newer, true
}

func join(list []uint64) string {
	b := make([]byte, 0, 12*len(list))
	for i, n := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, n, 10)
	}
	return string(b)
}
