package demo

// kind is a breed, or a species without one, with the usual weight of an adult in grams.
type kind struct {
	breed     string
	low, high int
	coat      string
}

// kindsOf uses only breeds that every master list has.
func kindsOf(species string) []kind {
	switch species {
	case "dog":
		return dogs()
	case "cat":
		return []kind{
			{"Domestic Shorthair", 3200, 6000, "short"}, {"Domestic Shorthair", 3000, 6500, "short"},
			{"Domestic Shorthair", 3400, 5800, "short"}, {"Domestic Longhair", 3500, 6200, "long"},
			{"British Shorthair", 4000, 7500, "plush"}, {"Maine Coon", 5000, 9500, "long"}, {"Siamese", 2800, 4800, "short"},
			{"Ragdoll", 4500, 8500, "long"}, {"Bengal", 3800, 6500, "short"}, {"Persian", 3200, 5500, "long"},
			{"Sphynx", 3000, 5000, "hairless"}, {"Mixed", 3000, 6500, "short"},
		}
	case "rabbit":
		return []kind{{"Netherland Dwarf", 700, 1200, "short"}, {"Mini Lop", 1300, 1900, "short"}, {"Mixed", 1200, 2800, "short"}}
	case "bird":
		return []kind{{"Budgerigar", 30, 45, ""}, {"Cockatiel", 80, 110, ""}, {"", 400, 550, ""}}
	case "guinea_pig":
		return []kind{{"Mixed", 700, 1200, "rosetted"}, {"", 700, 1200, "short"}}
	case "hamster":
		return []kind{{"", 30, 180, "short"}}
	case "rat":
		return []kind{{"", 250, 500, "short"}}
	case "chinchilla":
		return []kind{{"", 450, 700, "dense"}}
	case "ferret":
		return []kind{{"", 700, 1800, "short"}}
	case "reptile":
		return []kind{{"", 60, 4000, ""}}
	}

	return []kind{{"", 5000, 20000, ""}}
}

func dogs() []kind {
	return []kind{
		{"Labrador Retriever", 25000, 36000, "short"}, {"Labrador Retriever", 25000, 38000, "short"},
		{"Golden Retriever", 26000, 35000, "long"}, {"Golden Retriever", 26000, 34000, "long"},
		{"Cockapoo", 6000, 12000, "curly"}, {"Cockapoo", 6000, 13000, "curly"}, {"Labradoodle", 20000, 32000, "curly"},
		{"Border Collie", 14000, 21000, "medium"}, {"French Bulldog", 9000, 14000, "short"}, {"French Bulldog", 9000, 13500, "short"},
		{"Beagle", 10000, 15000, "short"}, {"Pug", 6300, 9500, "short"}, {"Boxer", 25000, 33000, "short"},
		{"Border Terrier", 5200, 7500, "wire"}, {"Cavalier King Charles Spaniel", 5500, 9000, "medium"}, {"Chihuahua", 1500, 3200, "short"},
		{"Dalmatian", 20000, 30000, "short"}, {"Great Dane", 46000, 82000, "short"}, {"Greyhound", 26000, 36000, "short"},
		{"Jack Russell Terrier", 5000, 8000, "short"}, {"Newfoundland", 45000, 68000, "long"}, {"Rottweiler", 36000, 56000, "short"},
		{"Samoyed", 17000, 29000, "double"}, {"Shih Tzu", 4200, 7500, "long"}, {"Siberian Husky", 16000, 27000, "double"},
		{"Staffordshire Bull Terrier", 11000, 17500, "short"}, {"Whippet", 11000, 18000, "short"},
		{"Mixed", 8000, 32000, "medium"}, {"Mixed", 5000, 28000, "wire"}, {"Mixed", 12000, 40000, "short"},
	}
}

func petNames() []string {
	return list(`Bella, Luna, Milo, Teddy, Poppy, Charlie, Lola, Alfie, Daisy, Max, Coco, Ruby, Buddy, Rosie, Bailey, Willow,
		Oscar, Molly, Archie, Nala, Barney, Tilly, Monty, Honey, Rolo, Hugo, Maple, Ziggy, Pickles, Biscuit, Waffles, Crumpet,
		Marmite, Haggis, Bramble, Fern, Otter, Badger, Moose, Bear, Wolfgang, Ludwig, Freddie Purrcury, Mr. Whiskers,
		Sir Barks-a-Lot, Princess Consuela, Chairman Meow, D'Artagnan, Éclair, Crème Brûlée, Jalapeño, Señor Pelusa, Zoë, Loki,
		Þór, Søren Kierkegaarf, Pączek, Käsespätzle, もち, 旺财, Мурка, Λουκουμάς, Bean 🫘, R2-D2, Nº 5, K-9, 007, Bo, Z,
		Apollo, Athena, Beans, Blue, Boris, Bruno, Captain, Casper, Chester, Clementine, Dexter, Dobby, Dottie, Duke, Ella, Fig,
		Finn, Frankie, George, Gracie, Gus, Harvey, Hazel, Iggy, Indie, Jasper, Juno, Kiki, Lady, Lenny, Lottie, Mabel, Margot,
		Merlin, Minnie, Nacho, Nell, Noodle, Olive, Otis, Pablo, Peanut, Penny, Pepper, Percy, Pip, Pumpkin, Ralph, Remy, Rocky,
		Roxy, Rufus, Sadie, Salem, Sherlock, Simba, Skye, Smudge, Sooty, Stanley, Sushi, Tofu, Toby, Tucker, Twiglet, Vera,
		Walter, Whisky, Winnie, Yoko, Yeti, Zelda, Zorro, Tom & Jerry's Mum, Bess (Old), Bess (Young)`)
}

func furColours() []string {
	return list(`black, black & tan, chocolate, golden, cream, fawn, brindle, red, sable, blue merle, tricolour, white, grey,
		tortoiseshell, ginger tabby, silver tabby, liver & white, apricot, blue point, tuxedo`)
}
