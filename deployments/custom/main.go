// Command custom is petcare with a module of our own.
package main

import (
	petcarecmd "github.com/petcare/petcare/cmd"

	"example.com/custom/incidents/incidentsfx"
)

func main() { petcarecmd.Main(incidentsfx.Module) }
