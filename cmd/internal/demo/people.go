package demo

import "fmt"

const regulars = 40 // the first customers come often and are all active

type customer struct {
	head
	FirstName      string        `json:"first_name,omitempty"`
	LastName       string        `json:"last_name,omitempty"`
	CompanyName    string        `json:"company_name,omitempty"`
	Email          string        `json:"email,omitempty"`
	Phones         []phone       `json:"phones,omitempty"`
	Address        *Address      `json:"address,omitempty"`
	Status         string        `json:"status"`
	ReferralSource string        `json:"referral_source,omitempty"`
	Contacts       []contact     `json:"contacts,omitempty"`
	Vet            *vet          `json:"vet,omitempty"`
	Communication  communication `json:"communication"`
	ColourCodes    []int         `json:"colour_codes,omitempty"`
	Tags           []string      `json:"tags,omitempty"`
	Alert          string        `json:"alert,omitempty"`
	Password       string        `json:"password,omitempty"`
}

type phone struct {
	Type    string `json:"type"`
	Number  string `json:"number"`
	Primary bool   `json:"primary"`
}

type communication struct {
	EmailOptIn     bool `json:"email_opt_in"`
	SMSOptIn       bool `json:"sms_opt_in"`
	MarketingOptIn bool `json:"marketing_opt_in"`
}

func (b *business) makeCustomers() []customer {
	l := newLuck(b.location.Code, "people")
	taken := mailboxes{}
	people := make([]customer, 0, b.market.customers)
	for i := range b.market.customers {
		made := b.makeCustomer(l, taken)
		made.ExternalID = fmt.Sprintf("C-%04d", i+1)
		if i < regulars {
			made.Status = "active"
		}
		people = append(people, made)
	}
	if b.location.Code == Locations()[0].Code {
		b.openLogin(&people[0])
	}

	return people
}

// openLogin makes the customer with whom a visitor can try the customer's view.
func (b *business) openLogin(c *customer) {
	c.FirstName, c.LastName, c.CompanyName = "Rosalind", "Okafor-Hughes", ""
	c.Email, c.Password = "demo@example.com", "demo-password"
	c.Alert = ""
}

func (b *business) makeCustomer(l luck, taken mailboxes) customer {
	name := b.makeName(l)
	made := customer{
		head:      head{Type: "customer"},
		FirstName: name.first, LastName: name.last,
		Status: []string{"active", "inactive", "blocked"}[l.weigh(87, 9, 4)],
		Phones: b.makePhones(l),
		Communication: communication{
			EmailOptIn: l.chance(80), SMSOptIn: l.chance(60), MarketingOptIn: l.chance(35),
		},
		Contacts: b.makeContacts(l, name.last),
	}
	if l.chance(4) {
		made.CompanyName = pick(l, b.market.companies)
	}
	if l.chance(95) {
		made.Email = taken.open(l, name)
	}
	if l.chance(96) {
		made.Address = b.makeAddress(l)
	}
	if l.chance(70) {
		made.ReferralSource = pick(l, list(`Friend, Web search, Walked past, Vet, Returning customer, Instagram, School fair,
			Leaflet, Mum's neighbour's dog walker, Rescue centre`))
	}
	if l.chance(60) {
		made.Vet = b.makeVet(l)
	}
	if l.chance(30) {
		made.ColourCodes = b.makeColourCodes(l)
	}
	if l.chance(45) {
		made.Tags = some(l, customerTags(), l.between(1, 4))
	}
	if l.chance(8) || made.Status == "blocked" {
		made.Alert = pick(l, customerAlerts())
	}

	return made
}

func (b *business) makePhones(l luck) []phone {
	switch l.weigh(3, 70, 20, 7) {
	case 0:
		return nil
	case 1:
		return []phone{{"mobile", b.market.mobile(l), true}}
	case 2:
		return []phone{{"mobile", b.market.mobile(l), true}, {"home", b.market.landline(l), false}}
	default:
		return []phone{
			{"home", b.market.landline(l), false},
			{"work", b.market.landline(l), false},
			{"mobile", b.market.mobile(l), true},
			{"other", b.market.mobile(l), false},
		}
	}
}

func (b *business) makeColourCodes(l luck) []int {
	numbers := make([]int, ColourCodes)
	for i := range numbers {
		numbers[i] = i + 1
	}

	return some(l, numbers, l.weigh(0, 75, 20, 5))
}
