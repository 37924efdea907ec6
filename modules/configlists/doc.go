// Package configlists keeps what an account configures: breeds, secondary pet statuses, colour codes and form fields.
package configlists
