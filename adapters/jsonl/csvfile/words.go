package csvfile

import (
	"regexp"
	"slices"
	"strings"

	"github.com/petcare/petcare/adapters/jsonl"
	"github.com/petcare/petcare/platform/kernel/text"
)

// Words are the entries of an account's own lists by record type and key: by what a cell says, folded, the value that it stands for.
type Words map[string]map[string]map[string]string

// synonyms are words of other systems for those of petcare, by key, in the form of plain.
var synonyms = map[string]map[string]string{
	"species": {"canine": "dog", "dogs": "dog", "puppy": "dog", "k9": "dog", "feline": "cat", "cats": "cat", "kitten": "cat",
		"lapine": "rabbit",
		"bunny":  "rabbit", "avian": "bird", "equine": "horse", "cavy": "guinea_pig"},
	"sex": {"m": "male", "boy": "male", "f": "female", "girl": "female", "u": Unknown},
	"altered": {"neutered": "yes", "spayed": "yes", "castrated": "yes", "desexed": "yes", "fixed": "yes", "altered": "yes",
		"alteredincare":  "yes",
		"spayedneutered": "yes", "intact": "no", "entire": "no", "notneutered": "no", "notspayed": "no", "unaltered": "no", "u": Unknown},
}

// Unknown is what petcare keeps when nobody has said a sex.
const Unknown = "unknown"

// sexes are words that say the sex of an animal and whether it is altered.
var sexes = map[string][2]string{
	"mn": {"male", "yes"}, "nm": {"male", "yes"}, "mc": {"male", "yes"}, "cm": {"male", "yes"}, "maleneutered": {"male", "yes"},
	"neuteredmale": {"male", "yes"}, "malecastrated": {"male", "yes"}, "castratedmale": {"male", "yes"},
	"fs": {"female", "yes"}, "sf": {"female", "yes"}, "fn": {"female", "yes"}, "femalespayed": {"female", "yes"},
	"spayedfemale": {"female", "yes"}, "femaleneutered": {"female", "yes"},
	"mi": {"male", "no"}, "im": {"male", "no"}, "me": {"male", "no"}, "maleintact": {"male", "no"}, "intactmale": {"male", "no"},
	"fi": {"female", "no"}, "if": {"female", "no"}, "fe": {"female", "no"}, "femaleintact": {"female", "no"}, "intactfemale": {"female", "no"},
}

// word returns the value that a cell stands for: what the map says of it, an entry of the account's own lists, or a word of a closed
// set, whatever its case. Other cells stay as they are.
func (c *converter) word(k jsonl.Key, r *Record, cell string) string {
	folded := text.Fold(cell)
	if value, ok := r.means[k.Path][folded]; ok {
		return value
	}
	if value, ok := c.options.Words[r.Type][k.Path][folded]; ok {
		return value
	}
	return closed(k, cell)
}

// closed returns the word of a closed set that a cell stands for. Case and the marks between its words do not matter.
func closed(k jsonl.Key, cell string) string {
	if k.Format == "iso-country" || k.Format == "iso-currency" {
		return strings.ToUpper(cell)
	}
	said := plain(cell)
	if len(k.Choices) == 0 || said == "" {
		return cell
	}
	for _, choice := range k.Choices {
		if plain(choice) == said {
			return choice
		}
	}
	if both, ok := sexes[said]; ok && k.Path == "sex" {
		return both[0]
	}
	if meant := synonyms[k.Path][said]; slices.Contains(k.Choices, meant) {
		return meant
	}
	if is, ok := truth(cell).(bool); ok && slices.Contains(k.Choices, "yes") {
		return map[bool]string{true: "yes", false: "no"}[is]
	}
	return cell
}

// spoilt matches an id that a spreadsheet has turned into a number, or a formula that keeps it from doing so.
var spoilt = regexp.MustCompile(`^[+-]?\d+(\.\d+)?[eE][+-]\d+$|^\d{5,}\.0+$|^="\d+"$`)

const spoiltSays = ", which a spreadsheet has made of a number: format the column as text there and export the file again"

var (
	listMarks = regexp.MustCompile(`\s*[,;|\n]\s*|\s+/\s*|/\s+|^/|/$`) // not 24/7
	quotes    = regexp.MustCompile(`"([^"\n]*)"`)
)

// entries splits a cell into the entries of a list. A cell that is an entry as a whole, such as the breed "Retriever, Labrador", is one.
// Quotes keep marks in an entry; separator, if the map has one, is the only mark.
func (c *converter) entries(k jsonl.Key, r *Record, cell string) (list []string) {
	if meant, ok := r.means[k.Path][text.Fold(cell)]; ok {
		cell = meant
	}
	if entry, ok := c.options.Words[r.Type][k.Path][text.Fold(cell)]; ok {
		return []string{entry}
	}
	var kept []string
	cell = quotes.ReplaceAllStringFunc(cell, func(entry string) string {
		kept = append(kept, strings.Trim(entry, `"`))
		return "\x00"
	})
	parts := split(cell, listMarks)
	if mark := r.Separator[k.Path]; mark != "" {
		parts = strings.Split(cell, mark)
	}
	for _, part := range parts {
		for strings.Contains(part, "\x00") {
			part, kept = strings.Replace(part, "\x00", kept[0], 1), kept[1:]
		}
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, c.word(k, r, part))
		}
	}
	return list
}

// Entries splits what a cell says at the marks between the entries of a list.
func Entries(cell string) []string { return split(cell, listMarks) }

func split(s string, at *regexp.Regexp) []string {
	return slices.DeleteFunc(at.Split(s, -1), func(part string) bool { return strings.TrimSpace(part) == "" })
}

// fullName splits a name into first and last: "Sample, Ann", "Ann Sample".
func fullName(name string) (first, last string) {
	if last, first, ok := strings.Cut(name, ","); ok {
		return strings.TrimSpace(first), strings.TrimSpace(last)
	}
	at := strings.LastIndexAny(name, " \u00a0")
	if at < 0 {
		return "", name
	}
	return strings.TrimSpace(name[:at]), strings.TrimSpace(name[at:])
}
