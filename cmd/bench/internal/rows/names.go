package rows

import "strings"

var (
	firstNames = strings.Fields(`Abeni Adela Alasdair Aldous Amara Anneke Anselm Astrid Aurelio Beatrix Benedikt Blanche Bronwen Callum
		Carys Casimir Celeste Chiyo Clemens Cordelia Damaris Darragh Delphine Dmitri Eithne Elspeth Emeka Esme Ewan Farida Finola Florian
		Gethin Ghislaine Gideon Greta Hadiya Hamish Haruki Helga Idris Ilse Imogen Ismail Jocasta Joren Judith Kamala Kasper Keziah Kofi
		Lachlan Leonie Linnea Lorcan Ludmila Magnus Malika Marisol Matilda Meera Mirko Morwenna Muriel Nadir Niamh Niklas Nikhil Odette
		Ottilie Osian Padraig Perpetua Philippa Quilla Radek Rhiannon Roisin Rosalind Rufus Sanjay Saoirse Seraphina Sigrid Soren Sunniva
		Tabitha Tamsin Tariq Theodora Thora Umberto Ursula Vasco Verity Wanjiru Wilhelm Xanthe Yevgenia Zainab Zoltan`)
	nameStarts = strings.Fields(`Alder Birch Carve Dunst Ember Fenwi Garri Hathe Inver Jarro Kesti Loxle Marwo Nether Oakha Pembe Quarl
		Ravens Stave Thurl`)
	nameEnds  = strings.Fields("bury combe dale field grave holm mere more stead worth")
	companies = strings.Fields("Bakery Joinery Nurseries Surveyors Translations Upholstery Printworks Cycles")
	streets   = strings.Fields("Canal Chapel Cooper Foundry Harbour Heron Lantern Mill Orchard Quarry Saddler Tanner Weaver Windmill")
	roads     = strings.Fields("Street Lane Road Row Terrace Walk")
	towns     = strings.Fields(`Aberford Brackley Cullompton Dunkeld Eyemouth Fakenham Girvan Holmfirth Ilminster Kelso Ledbury Malton Nairn
		Oundle Pickering Wooler`)
	regions   = strings.Fields("Devon Fife Gwent Kent Norfolk Powys Rutland Suffolk")
	sources   = []string{"Friend", "Vet", "Web search", "Passed by", "Leaflet"}
	relations = []string{"Partner", "Neighbour", "Parent", "Sibling"}
	labels    = []string{"regular", "collects late", "pays monthly", "own key", "two homes"}
	petNames  = strings.Fields(`Biscuit Pickle Waffle Noodle Tango Bramble Crumpet Dumpling Fudge Gizmo Jellybean Kipper Marble Nugget Pudding
		Sprocket Tuppence Widget Yoyo Zephyr`)
	coats      = []string{"black", "white", "brown", "fawn", "grey", "brindle", "three colours"}
	allergens  = []string{"None that we know", "Chicken", "Beef", "Wheat", "Grass pollen"}
	dogBreeds  = []string{"Labrador Retriever", "Beagle", "Whippet", "Siberian Husky"}
	catBreeds  = []string{"Maine Coon", "Siamese", "Burmese"}
	vocabulary = strings.Fields(`before after always never slowly twice once daily morning evening kennel garden gate door harness blanket bowl
		water kibble chicken spoonful medicine tablet ear paw coat brush bath nap walk run fetch ball rope tug shy loud gentle strangers
		children thunder vacuum lift stairs car crate window sofa corner please check keep separate from other dogs cats quiet room only with`)
)
