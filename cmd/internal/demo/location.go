package demo

// Organization is the name of the business that owns all demo locations.
const Organization = "Willow & Whisker"

// FirstCustomer is the external id of the first customer of every location; demo@example.com is that of the first one.
const FirstCustomer = "C-0001"

// ColourCodes is how many colour codes of each type, numbered from 1, the records refer to.
const ColourCodes = 5

// Address is a postal address; Country is ISO 3166-1 alpha-2.
type Address struct {
	Line1    string `json:"line1"`
	Line2    string `json:"line2,omitempty"`
	City     string `json:"city"`
	Region   string `json:"region,omitempty"`
	Postcode string `json:"postcode"`
	Country  string `json:"country"`
}

// Location describes one account of the demo business, with the values that its account needs.
type Location struct {
	Code, Name, Timezone, Currency, Country, Locale, WeightUnit, Phone, Email, Website string

	Address                Address
	ServiceTypes           []string
	VaccinationWarningDays int
}

// Locations returns the two locations of the demo business, the one with the login demo@example.com first.
func Locations() []Location {
	services := []string{"boarding", "daycare", "grooming", "training", "classes", "retail"}

	return []Location{
		{
			Code: "london", Name: "Willow & Whisker London", Timezone: "Europe/London", Currency: "GBP",
			Country: "GB", Locale: "en-GB", WeightUnit: "kg", Phone: "+442079460018",
			Email: "london@willow-whisker.example.com", Website: "https://london.willow-whisker.example.com",
			Address: Address{
				Line1: "Unit 4, The Old Dairy", Line2: "21 Lordship Mews", City: "London",
				Region: "Greater London", Postcode: "SE22 8QX", Country: "GB",
			},
			ServiceTypes: services, VaccinationWarningDays: 30,
		},
		{
			Code: "portland", Name: "Willow & Whisker Portland", Timezone: "America/New_York", Currency: "USD",
			Country: "US", Locale: "en-US", WeightUnit: "lb", Phone: "+12075550118",
			Email: "portland@willow-whisker.example.com", Website: "https://portland.willow-whisker.example.com",
			Address: Address{
				Line1: "480 Wharf Lane", Line2: "Suite B", City: "Portland",
				Region: "ME", Postcode: "04101", Country: "US",
			},
			ServiceTypes: services, VaccinationWarningDays: 30,
		},
	}
}

// PetStatuses returns the names of the secondary pet statuses that pets refer to.
func PetStatuses() []string {
	return []string{"Needs quiet room", "First stay", "Senior"}
}
