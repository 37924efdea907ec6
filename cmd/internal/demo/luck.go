package demo

import (
	"hash/fnv"
	"math/rand/v2"
	"strings"
)

// luck is a seeded source of choices.
type luck struct{ *rand.Rand }

// newLuck gives every topic of a location its own sequence, so that a change to one topic leaves the others alone.
func newLuck(location, topic string) luck {
	return luck{rand.New(rand.NewPCG(seed(location), seed(topic)))}
}

func seed(text string) uint64 {
	hash := fnv.New64a()
	hash.Write([]byte(text))

	return hash.Sum64()
}

func (l luck) chance(percent int) bool {
	return l.IntN(100) < percent
}

// between includes both ends.
func (l luck) between(low, high int) int {
	return low + l.IntN(high-low+1)
}

// pick chooses one; every one is equally likely.
func pick[T any](l luck, from []T) T {
	return from[l.IntN(len(from))]
}

// some chooses up to count different ones and keeps their order.
func some[T any](l luck, from []T, count int) []T {
	chosen := []T{}
	for i, candidate := range from {
		if l.IntN(len(from)-i) < count-len(chosen) {
			chosen = append(chosen, candidate)
		}
	}

	return chosen
}

// weigh chooses an index; index i is as likely as its weight says.
func (l luck) weigh(weights ...int) int {
	sum := 0
	for _, weight := range weights {
		sum += weight
	}
	rest := l.IntN(sum)
	for i, weight := range weights {
		if rest < weight {
			return i
		}
		rest -= weight
	}

	return len(weights) - 1
}

// list reads a table of short texts, separated by comma and white space.
func list(text string) []string {
	entries := strings.Split(text, ",")
	for i, entry := range entries {
		entries[i] = strings.Join(strings.Fields(entry), " ")
	}

	return entries
}
