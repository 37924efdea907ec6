package demo

func walkArticles() []article {
	return []article{
		{in("COLLAR", "WALK"), "Leather collar", "Fenwick & Daughter", "Stitched by hand.", sml(2199, 2599, 2999)},
		{in("COLLAR", "WALK"), "Reflective collar", "Northpaw", "", sml(1099, 1299, 1499)},
		{in("COLLAR"), "Cat collar with safety buckle", "Purrfield", "", []articleSize{{"red", 699}, {"teal", 699}}},
		{in("COLLAR"), "Engraved tag", "Fenwick & Daughter", "While you wait; 3 lines of 14 letters.", []articleSize{{"brass", 999}, {"steel", 899}}},
		{in("LEAD", "WALK"), "Slip lead", "Northpaw", "", each(1399)},
		{in("LEAD", "WALK"), "Long line, 10 m", "Northpaw", "", each(1899)},
		{in("LEAD"), "Leather lead", "Fenwick & Daughter", "", []articleSize{{"1.2 m", 2899}, {"2 m", 3399}}},
		{in("LEAD"), "Front-clip harness", "Northpaw", "", sml(2799, 2999, 3299)},
		{in("LEAD"), "Car harness", "Northpaw", "Crash tested.", sml(3499, 3799, 4199)},
		{in("COAT", "WALK"), "Rain coat", "Brambleby", "Waxed cotton.", sml(3299, 3799, 4499)},
		{in("COAT"), "Drying robe", "Brambleby", "", sml(2999, 3499, 3999)},
		{in("COAT"), "Boots, set of four", "Brambleby", "", sml(2499, 2699, 2899)},
		{in("LEAD"), "Poo bags, compostable", "Hollow Oak", "", []articleSize{{"60", 399}, {"300", 1499}}},
	}
}

func homeArticles() []article {
	return []article{
		{in("BED", "HOME"), "Orthopaedic bed", "Willow & Whisker", "Memory foam, washable cover.", sml(4999, 6999, 9499)},
		{in("BED", "HOME"), "Doughnut bed", "Willow & Whisker", "", sml(2999, 3999, 5499)},
		{in("BED"), "Vet bed", "Willow & Whisker", "Cut to size at the till.", []articleSize{{"50 × 75 cm", 1499}, {"75 × 100 cm", 2499}}},
		{in("BED"), "Window hammock for cats", "Purrfield", "Holds 9 kg.", each(2399)},
		{in("BED"), "Travel crate", "Northpaw", "", sml(4499, 6499, 8999)},
		{in("BOWL", "HOME"), "Slow feeder", "Brambleby", "", []articleSize{{"S", 1099}, {"L", 1499}}},
		{in("BOWL"), "Stoneware bowl", "Fenwick & Daughter", "", sml(999, 1399, 1799)},
		{in("BOWL"), "Water fountain", "Purrfield", "Filter lasts 30 days.", each(3499)},
		{in("BOWL"), "Fountain filters (3)", "Purrfield", "", each(999)},
		{in("BOWL"), "Folding travel bowl", "Northpaw", "", each(599)},
		{in("LITTER", "HOME"), "Wood pellet litter", "Hollow Oak", "", []articleSize{{"10 L", 799}, {"30 L", 1899}}},
		{in("LITTER"), "Clumping clay litter", "Hollow Oak", "", each(1299)},
		{in("LITTER"), "Litter scoop", "Hollow Oak", "", each(349)},
		{in("GROOM", "CARE"), "Slicker brush", "Tail & Tonic", "", []articleSize{{"S", 899}, {"L", 1199}}},
		{in("GROOM", "CARE"), "Undercoat rake", "Tail & Tonic", "", each(1399)},
		{in("GROOM"), "Oatmeal shampoo", "Tail & Tonic", "", []articleSize{{"250 ml", 799}, {"1 L", 1999}}},
		{in("GROOM"), "Paw balm", "Tail & Tonic", "Beeswax & shea. For ice, salt & hot pavement.", each(899)},
		{in("GROOM"), "Nail grinder", "Tail & Tonic", "", each(2699)},
		{in("HEALTH", "CARE"), "Tick hook", "Brambleby", "Two sizes in one pack.", each(499)},
		{in("HEALTH"), "Joint chews", "Brambleby", "", []articleSize{{"60", 1799}, {"120", 2999}}},
		{in("HEALTH"), "Calming spray", "Brambleby", "", each(1499)},
		{in("HEALTH"), "Recovery cone, inflatable", "Northpaw", "", sml(1199, 1399, 1599)},
		{in("GIFT"), "Mug “Dog hair is a condiment”", "Willow & Whisker", "", each(1099)},
		{in("GIFT"), "Tea towel, 12 cats", "Willow & Whisker", "", each(999)},
		{in("GIFT"), "Calendar of our guests", "Willow & Whisker", "All proceeds to the rescue fund.", each(1200)},
		{in("GIFT"), "Photo on canvas", "Willow & Whisker", "Bring the photo, or let us take one.", []articleSize{{"20 × 20 cm", 2499}, {"40 × 40 cm", 4499}}},
		{in("GIFT"), "Tote bag", "Willow & Whisker", "", each(850)},
	}
}
