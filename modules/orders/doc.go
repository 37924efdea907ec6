// Package orders keeps the orders of an account's customers.
package orders
