package demo

type course struct {
	code, name, instructor string
	pence                  int64
	sessions, every        int // how many, days apart
	begins, hour, minutes  int
	capacity               int
}

// makeClasses has classes that are over, that are running and that are still to come.
func (b *business) makeClasses(before int) []product {
	classes := []product{}
	for i, entry := range []course{
		{"CLS-PUP-1", "Puppy school, last autumn", "Siobhán O'Leary", 9500, 6, 7, -290, 18, 60, 8},
		{"CLS-PUP-2", "Puppy school, winter", "Siobhán O'Leary", 9500, 6, 7, -150, 18, 60, 8},
		{"CLS-PUP-3", "Puppy school, running", "Siobhán O'Leary", 9900, 6, 7, -16, 18, 60, 8},
		{"CLS-PUP-4", "Puppy school, next", "Siobhán O'Leary", 9900, 6, 7, 26, 18, 60, 8},
		{"CLS-GOOD-1", "Good neighbour, spring", "Theo Månsson", 11500, 8, 7, -200, 19, 60, 10},
		{"CLS-GOOD-2", "Good neighbour, next", "Theo Månsson", 11900, 8, 7, 12, 19, 60, 10},
		{"CLS-AGIL-1", "Agility for beginners", "Kwame Boateng", 13000, 8, 7, -40, 10, 75, 6},
		{"CLS-AGIL-2", "Agility for improvers", "Kwame Boateng", 14000, 8, 14, -25, 12, 75, 6},
		{"CLS-TRICK", "Tricks & treats: a rainy Sunday", "Ludmila Krejčí", 2500, 1, 0, 33, 14, 150, 12},
		{"CLS-SENIOR", "Old dogs, new tricks", "Ludmila Krejčí", 4500, 3, 7, -95, 11, 45, 6},
		{"CLS-RALLY", "Rally obedience (not running)", "Theo Månsson", 12500, 6, 7, -330, 19, 60, 10},
	} {
		made := b.product("addon", "A-", "services", before+i+1, offer{
			code: entry.code, name: entry.name, service: "classes", model: "flat", pence: entry.pence,
			minutes: entry.minutes, species: []string{"dog"}, retired: entry.code == "CLS-RALLY",
		})
		made.Capacity, made.Instructor, made.begins = entry.capacity, entry.instructor, entry.begins
		for number := range entry.sessions {
			day := entry.begins + number*entry.every
			made.ends = day
			made.Sessions = append(made.Sessions, session{
				StartsAt: b.instant(day, entry.hour, 0),
				EndsAt:   b.instant(day, entry.hour, entry.minutes),
			})
		}
		classes = append(classes, made)
	}

	return classes
}
