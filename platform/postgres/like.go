package postgres

import "strings"

var likeMarks = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Containing is the like pattern of text that contains a word.
func Containing(word string) string { return "%" + likeMarks.Replace(word) + "%" }
