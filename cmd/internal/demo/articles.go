package demo

import "strings"

// article is sold in one or more sizes; pence is the price in Britain.
type article struct {
	categories  []string
	name, brand string
	description string
	sizes       []articleSize
}

type articleSize struct {
	label string
	pence int64
}

func spellCategory(entry string) (id, name string) {
	id, name, _ = strings.Cut(entry, "=")

	return id, name
}

func in(categories ...string) []string {
	return categories
}

func each(pence int64) []articleSize {
	return []articleSize{{"", pence}}
}

func bags(small, medium, large int64) []articleSize {
	return []articleSize{{"2 kg", small}, {"6 kg", medium}, {"12 kg", large}}
}

func sml(small, medium, large int64) []articleSize {
	return []articleSize{{"S", small}, {"M", medium}, {"L", large}}
}

func foodArticles() []article {
	tins := []articleSize{{"400 g", 249}, {"6 × 400 g", 1399}}
	pouches := []articleSize{{"85 g", 119}, {"12 × 85 g", 1299}}

	return []article{
		{in("DRY", "FOOD"), "Duck & sweet potato", "Hollow Oak", "Grain-free, for adult dogs.", bags(1499, 3899, 6599)},
		{in("DRY", "FOOD"), "Salmon & oats", "Hollow Oak", "For sensitive skin.", bags(1549, 3999, 6799)},
		{in("DRY"), "Puppy chicken", "Hollow Oak", "Small kibble.", bags(1399, 3699, 6199)},
		{in("DRY"), "Senior turkey & glucosamine", "Hollow Oak", "For old joints.", bags(1599, 4099, 6999)},
		{in("DRY"), "Insect protein “Cricket Club”", "Brambleby", "Yes, crickets. 60% less CO₂.", bags(1699, 4299, 7199)},
		{in("DRY"), "Indoor cat", "Purrfield", "", []articleSize{{"400 g", 449}, {"1.5 kg", 1199}, {"4 kg", 2799}}},
		{in("DRY"), "Kitten", "Purrfield", "", []articleSize{{"400 g", 499}, {"1.5 kg", 1299}}},
		{in("DRY"), "Hairball control", "Purrfield", "", []articleSize{{"400 g", 499}, {"1.5 kg", 1349}}},
		{in("WET", "FOOD"), "Beef stew", "Old Quarry", "With carrot & pea.", tins},
		{in("WET"), "Lamb & rice", "Old Quarry", "", tins},
		{in("WET"), "Chicken pâté", "Old Quarry", "Smooth; good for hiding tablets.", tins},
		{in("WET"), "Tuna in jelly", "Purrfield", "", pouches},
		{in("WET"), "Crème de la crème, poultry", "Purrfield", "", pouches},
		{in("WET"), "Mackerel broth", "Purrfield", "A drink, more than a meal.", pouches},
		{in("TREAT", "FOOD"), "Peanut butter biscuits", "Biscuit & Co.", "Baked in-house. No xylitol.", []articleSize{{"100 g", 399}, {"350 g", 999}}},
		{in("TREAT"), "Liver crumbs", "Biscuit & Co.", "", []articleSize{{"80 g", 349}, {"250 g", 849}}},
		{in("TREAT"), "Antler chew", "Northpaw", "Naturally shed.", sml(799, 1199, 1699)},
		{in("TREAT"), "Yak milk bar", "Northpaw", "", sml(499, 799, 1099)},
		{in("TREAT"), "Dental sticks", "Northpaw", "Seven in a pack.", sml(399, 499, 599)},
		{in("TREAT"), "Freeze-dried prawns", "Purrfield", "", each(549)},
		{in("TREAT"), "Catnip crunchies", "Purrfield", "", each(299)},
		{in("HAY", "FOOD"), "Timothy hay", "Fenwick's Meadow", "Second cut.", []articleSize{{"1 kg", 599}, {"5 kg", 2199}}},
		{in("HAY"), "Rabbit pellets", "Fenwick's Meadow", "", []articleSize{{"1 kg", 449}, {"4 kg", 1499}}},
		{in("HAY"), "Budgie seed mix", "Fenwick's Meadow", "", each(379)},
		{in("HAY"), "Guinea pig nuggets + vitamin C", "Fenwick's Meadow", "", each(529)},
	}
}

func toyArticles() []article {
	return []article{
		{in("DOGTOY", "TOY"), "Rubber bone", "Tail & Tonic", "Floats.", sml(699, 899, 1199)},
		{in("DOGTOY", "TOY"), "Rope tug", "Tail & Tonic", "", sml(499, 799, 999)},
		{in("DOGTOY"), "Squeaky hedgehog “Igor”", "Tail & Tonic", "", []articleSize{{"small", 599}, {"ridiculous", 1899}}},
		{in("DOGTOY"), "Tennis balls", "Tail & Tonic", "Pack of three.", each(399)},
		{in("DOGTOY"), "Ball launcher", "Tail & Tonic", "Saves the shoulder.", each(899)},
		{in("DOGTOY"), "Flying disc", "Northpaw", "", []articleSize{{"orange", 999}, {"blue", 999}}},
		{in("DOGTOY"), "Puppy teether", "Northpaw", "Goes in the freezer.", each(749)},
		{in("CATTOY", "TOY"), "Feather wand", "Purrfield", "", each(649)},
		{in("CATTOY"), "Felt mice", "Purrfield", "Two in a box; one gets lost.", []articleSize{{"plain", 499}, {"catnip", 599}}},
		{in("CATTOY"), "Crinkle tunnel", "Purrfield", "", each(1799)},
		{in("CATTOY"), "Laser pointer (class 1)", "Purrfield", "", each(799)},
		{in("PUZZLE", "DOGTOY"), "Snuffle mat", "Brambleby", "Machine washable, 30 °C.", []articleSize{{"40 cm", 1999}, {"60 cm", 2999}}},
		{in("PUZZLE", "DOGTOY"), "Treat puzzle, level 1", "Brambleby", "", each(1699)},
		{in("PUZZLE", "DOGTOY"), "Treat puzzle, level 3", "Brambleby", "", each(2499)},
		{in("PUZZLE", "CATTOY"), "Fishing game for cats", "Brambleby", "", each(2199)},
	}
}
