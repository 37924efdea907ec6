package engine

import (
	"math"
	"math/rand/v2"
	"time"
)

// Backoff is the pause after a failed attempt.
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

// After is the pause after the attempt with this number. A little is added at random, so that what a dead receiver
// left behind does not come back as one wave: up to 30 s, of pauses under a minute up to a tenth.
func (b Backoff) After(number int) time.Duration {
	pause := float64(b.First) * math.Pow(b.Multiplier, float64(number-1))
	if !(pause < float64(b.Longest)) { // also when it is infinite or no number
		pause = float64(b.Longest)
	}
	jitter := float64(longJitter)
	if pause < float64(longBackoff) {
		jitter = pause * shortJitter
	}
	return time.Duration(pause + rand.Float64()*jitter)
}
