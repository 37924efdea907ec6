package demo

import (
	"strconv"
	"strings"
)

// fullName is a name as written, and in Latin script for e-mail addresses.
type fullName struct {
	first, last           string
	latinFirst, latinLast string
}

func (b *business) makeName(l luck) fullName {
	weights := make([]int, len(b.market.people))
	for i, pool := range b.market.people {
		weights[i] = pool.weight
	}
	pool := b.market.people[l.weigh(weights...)]
	first, last := pick(l, pool.first), pick(l, pool.last)
	if l.chance(4) && !strings.ContainsAny(last, "-='= ") {
		last += "-" + pick(l, []string{"Hughes", "Okoro", "Lévy", "Brown", "O'Neill", "Sørensen"})
	}
	if l.chance(1) {
		last = "" // some people have one name only
	}

	made := fullName{}
	made.first, made.latinFirst = spell(first)
	made.last, made.latinLast = spell(last)

	return made
}

// spell splits an entry of a community.
func spell(entry string) (written, latin string) {
	written, latin, found := strings.Cut(entry, "=")
	if !found {
		latin = written
	}

	return written, latin
}

func plainLetters(name string) string {
	lower := strings.ToLower(strings.ReplaceAll(name, "İ", "i"))
	plain := strings.NewReplacer(
		"á", "a", "à", "a", "â", "a", "ã", "a", "å", "a", "ä", "ae", "ą", "a", "æ", "ae", "ả", "a", "ạ", "a", "ầ", "a", "ặ", "a",
		"ç", "c", "ć", "c", "č", "c", "ď", "d", "đ", "d", "ð", "d", "é", "e", "è", "e", "ê", "e", "ë", "e", "ę", "e", "ě", "e",
		"ễ", "e", "ğ", "g", "í", "i", "ì", "i", "î", "i", "ï", "i", "ı", "i", "ị", "i", "ł", "l", "ñ", "n", "ń", "n", "ň", "n",
		"ó", "o", "ò", "o", "ô", "o", "õ", "o", "ö", "oe", "ø", "o", "ő", "o", "ọ", "o", "ố", "o", "ř", "r", "ś", "s", "š", "s",
		"ş", "s", "ß", "ss", "ť", "t", "þ", "th", "ú", "u", "ù", "u", "û", "u", "ü", "ue", "ů", "u", "ư", "u", "ơ", "o",
		"ý", "y", "ź", "z", "ż", "z", "ž", "z",
	).Replace(lower)

	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r == '-' {
			return r
		}

		return -1
	}, plain)
}

// mailboxes are the addresses that are taken.
type mailboxes map[string]bool

func (m mailboxes) open(l luck, name fullName) string {
	first, last := plainLetters(name.latinFirst), plainLetters(name.latinLast)
	user := first
	switch {
	case last == "":
	case l.chance(55):
		user = first + "." + last
	case l.chance(40):
		user = first[:1] + last
	case l.chance(30):
		user = first + "_" + last + "+pets"
	default:
		user = last + strconv.Itoa(l.between(60, 99))
	}
	user = strings.Trim(user, "-.")

	domain := pick(l, []string{"@example.com", "@example.com", "@example.org"})
	address := user + domain
	for again := 2; m[address]; again++ {
		address = user + strconv.Itoa(again) + domain
	}
	m[address] = true

	return address
}
