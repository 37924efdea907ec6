package files

import (
	"context"
	"time"
)

// grace is longer than any request takes from the first byte that it stores to the commit of its file.
const grace = time.Hour

// Sweep removes what has expired: where the bytes of files are that were deleted too long ago to be restored, and bytes of uploads that did
// not become a file. Either may be left by a process that died. It returns how many it removed.
func (s *Service) Sweep(ctx context.Context) (int64, error) {
	now := s.env.Clock.Now()
	forgotten, err := s.store.Forget(ctx, now.Add(-s.options.Keep))
	if err != nil {
		return 0, err
	}
	removed, err := s.bytes.Sweep(ctx, now.Add(-grace))
	return forgotten + removed, err
}
