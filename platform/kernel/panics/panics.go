// Package panics turns panics into errors, so that a fault in one piece of work in the background does not end the process.
package panics

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// Error is a panic.
type Error struct {
	Value any
	Stack []byte
}

func (e *Error) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Unwrap returns the error that the code panicked with, if it was one.
func (e *Error) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Caught returns the error of fn, or its panic as an *Error.
func Caught(fn func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &Error{v, debug.Stack()}
		}
	}()
	return fn()
}

// Stack is where the panic in err happened, or empty if there is none.
func Stack(err error) []byte {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Stack
	}
	return nil
}
