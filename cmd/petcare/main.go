// Command petcare serves the petcare API and has the commands for its operation.
package main

import petcarecmd "github.com/petcare/petcare/cmd"

func main() { petcarecmd.Main() }
