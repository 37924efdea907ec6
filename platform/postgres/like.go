package postgres

import "strings"

var likeMarks = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Containing is the like pattern of text that contains a word.
func Containing(word string) string { return "%" + likeMarks.Replace(word) + "%" }

// Folded is the text of a column in lower case and without accents, to sort few rows by: no index has it.
func Folded(column string) string {
	return "lower(regexp_replace(normalize(" + column + `, NFKD), '[\u0300-\u036f]', '', 'g')) collate "C"`
}
