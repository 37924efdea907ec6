package engine

import (
	"math"
	"math/rand/v2"
	"time"
)

// Backoff configures the pause after a failed attempt.
type Backoff struct {
	First      time.Duration
	Multiplier float64
	Longest    time.Duration
}

const (
	longBackoff = time.Minute
	longJitter  = 30 * time.Second
	shortJitter = 0.1 // of the pause
)

// After returns the pause after the attempt with this number. It includes a random part of up to 30 s, or up to a tenth of pauses
// below a minute, so that the backlog of an unreachable receiver does not return all at once.
func (b Backoff) After(number int) time.Duration {
	pause := float64(b.First) * math.Pow(b.Multiplier, float64(number-1))
	if !(pause < float64(b.Longest)) { // also if it is infinite or NaN
		pause = float64(b.Longest)
	}
	jitter := float64(longJitter)
	if pause < float64(longBackoff) {
		jitter = pause * shortJitter
	}
	return time.Duration(pause + rand.Float64()*jitter)
}
