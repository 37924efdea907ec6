package outbox

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// snapshot is the set of transactions that had ended when it was taken, limited to ids that cannot be reused after a crash.
type snapshot struct {
	xmax    uint64   // the first transaction id that had not been given out
	running []uint64 // below xmax, ascending
	durable uint64   // a transaction that is in the log on disk: after a crash, higher ids may be given out again
	top     uint64   // the highest sequence of the account's events that are visible
}

// nothing is the snapshot of a reader that has seen no event.
var nothing = snapshot{xmax: 1}

// parseSnapshot reads the text of a pg_snapshot: xmin:xmax:running,…
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

// clip is the first id that may be reused after a crash, and so does not count as seen.
func (s snapshot) clip() uint64 { return min(s.xmax, s.durable+1) }

// text is the durable part as a pg_snapshot.
func (s snapshot) text() string {
	clip := s.clip()
	end := len(s.running)
	for end > 0 && s.running[end-1] >= clip {
		end--
	}
	running := s.running[:end]
	xmin := clip
	if len(running) > 0 {
		xmin = running[0]
	}
	return fmt.Sprintf("%d:%d:%s", xmin, clip, join(running))
}

// xmin is the lowest transaction whose events were not visible.
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

// maxEnded bounds the list of transactions that the look-out asks for.
const maxEnded = 10000

// endedSince lists the transactions that have ended since an earlier snapshot; all is false when there are too many.
func (s snapshot) endedSince(old snapshot) (list []uint64, all bool) {
	if s.xmax > old.xmax+maxEnded || s.xmax < old.xmax {
		return nil, false
	}
	for _, xid := range old.running {
		if s.ended(xid) {
			list = append(list, xid)
		}
	}
	for xid := old.xmax; xid < s.xmax; xid++ {
		if s.ended(xid) {
			list = append(list, xid)
		}
	}
	return list, true
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
