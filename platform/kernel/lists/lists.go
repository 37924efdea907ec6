// Package lists makes lists and maps of other lists.
package lists

// Map returns what of makes of each entry of a list, in its order; never nil.
func Map[T, R any](list []T, of func(T) R) []R {
	made := make([]R, len(list))
	for i, v := range list {
		made[i] = of(v)
	}
	return made
}

// KeyBy returns the entries of a list by their keys. Of several with one key it has the last one.
func KeyBy[K comparable, T any](list []T, key func(T) K) map[K]T {
	found := make(map[K]T, len(list))
	for _, v := range list {
		found[key(v)] = v
	}
	return found
}
