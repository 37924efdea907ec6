package events

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/petcare/petcare/platform/kernel/text"
)

// APIVersion is the version of the interface, and so of the records in events.
const APIVersion = "1.0.0"

// Type describes one type of public event.
type Type struct {
	Name        string       // such as "pet.updated"
	Description string       // a sentence
	Resource    string       // the kind of record, such as "pet"
	Ability     string       // that a key needs to read it; "": only keys with "*" may
	Since       string       // the API version that introduced it
	Object      reflect.Type // of the record in the event; nil when unknown
	Direct      bool         // sent to a single webhook and not in the feed

	// Write is the ability that reverting it needs. By default it is that of writing the resource: customers:write beside customers:read.
	Write string
	// Irreversible says that a change with such an event cannot be reverted.
	Irreversible bool
}

// TypesOf describes event types of records R, which keys with ability may read.
func TypesOf[R any](ability string, names ...string) []Type {
	list := make([]Type, len(names))
	for i, name := range names {
		list[i] = Named(name)
		list[i].Ability, list[i].Object = ability, reflect.TypeFor[R]()
	}
	return list
}

// Write sets the ability that reverting events of the types needs.
func Write(ability string, types ...Type) []Type {
	for i := range types {
		types[i].Write = ability
	}
	return types
}

// Irreversible marks types of events that cannot be reverted.
func Irreversible(types ...Type) []Type {
	for i := range types {
		types[i].Irreversible = true
	}
	return types
}

// Named is a type without a description.
func Named(name string) Type {
	resource, verb, _ := strings.Cut(name, ".")
	words := strings.ReplaceAll(resource, "_", " ")
	article := "A "
	if strings.IndexAny(words, "aeiou") == 0 {
		article = "An "
	}
	return Type{Name: name, Resource: resource, Since: "1.0.0",
		Description: article + words + " was " + strings.ReplaceAll(verb, "_", " ") + "."}
}

// Catalog is the list of all public event types, sorted by name.
type Catalog []Type

// NewCatalog sorts the types of all modules.
func NewCatalog(types []Type) Catalog {
	return slices.SortedFunc(slices.Values(types), func(a, b Type) int { return strings.Compare(a.Name, b.Name) })
}

// Find returns the type with a name.
func (c Catalog) Find(name string) (Type, bool) {
	i := slices.IndexFunc(c, func(t Type) bool { return t.Name == name })
	if i < 0 {
		return Type{}, false
	}
	return c[i], true
}

// DidYouMean is text.DidYouMean with the event types and the resource.* of each resource.
func (c Catalog) DidYouMean(subscription string) string {
	var names []string
	for _, t := range c {
		names = append(names, t.Name, t.Resource+".*")
	}
	return text.DidYouMean(subscription, names)
}

// Accepts reports whether a subscription is valid: the name of a type, resource.* or *.
func (c Catalog) Accepts(subscription string) bool {
	if _, named := c.Find(subscription); named {
		return true
	}
	resource, all := strings.CutSuffix(subscription, ".*")
	return subscription == "*" || all && slices.ContainsFunc(c, func(t Type) bool { return t.Resource == resource })
}

// ReadAbility returns the ability that a key needs to read events of the type.
func (t Type) ReadAbility() string { return cmp.Or(t.Ability, "*") }

// WriteAbility returns the ability that a key needs to revert events of the type.
func (t Type) WriteAbility() string {
	if of, ok := strings.CutSuffix(t.Ability, ":read"); ok && t.Write == "" {
		return of + ":write"
	}
	return cmp.Or(t.Write, t.ReadAbility())
}

// Matches reports whether a subscription includes the type.
func (t Type) Matches(subscription string) bool {
	return subscription == t.Name || subscription == "*" || subscription == t.Resource+".*"
}
