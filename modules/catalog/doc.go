// Package catalog keeps what an account sells: rates, addons, retail products, adjustments, and the taxes on them.
package catalog
