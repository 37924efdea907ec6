// Command petcare serves the petcare API and everything an operator needs beside it.
package main

import petcarecmd "github.com/petcare/petcare/cmd"

func main() { petcarecmd.Main() }
