package openapi

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// sections are the groups of operations, in the order in which the documentation shows them: that of a day's work, then what is set up
// once, then what integrations need.
var sections = []*huma.Tag{
	{Name: "Customers", Description: "The people who own pets: how to reach them, what they agreed to, and their login."},
	{Name: "Pets", Description: "The animals in care: of one customer, or of the whole account."},
	{Name: "Health records", Description: "Vaccinations, preventives and exemptions of pets, their types, and what services require."},
	{Name: "Orders", Description: "What was bought, for which pets, when, and what is paid."},
	{Name: "Notes", Description: "What staff and customers should know about a customer, a pet or an order."},
	{Name: "Files", Description: "Photos, vaccination certificates and documents of customers, pets and orders."},
	{Name: "Changes", Description: "What each request, import or merge has changed, and how to take it back."},
	{Name: "Imports", Description: "Bring in the records of another program, and take all of an account out."},
	{Name: "Catalog", Description: "What customers can buy: rates, addons, retail products, adjustments and taxes."},
	{Name: "Breeds", Description: "The breeds that pets can have; a new name shows in all pets at once."},
	{Name: "Secondary pet statuses", Description: "Labels for the state of a pet, such as senior."},
	{Name: "Colour codes", Description: "Numbered labels in colours that tell staff what to mind about a customer or pet."},
	{Name: "Customer fields", Description: "The form for customers: its standard and custom fields, and what customers see of them."},
	{Name: "Pet fields", Description: "The form for pets: its standard and custom fields, and what customers see of them."},
	{Name: "Accounts", Description: "The locations of the business, with their time zone, currency and lists of pending reasons."},
	{Name: "Staff", Description: "The people who work for the business: their sign-in, roles, and the accounts that they see."},
	{Name: "Authentication", Description: "Customers log in, stay logged in and set their passwords."},
	{Name: "API keys", Description: "The credentials of staff tools and integrations: what they may do, and for which accounts."},
	{Name: "Webhooks", Description: "Tell other systems about every change: endpoints, deliveries, and replays."},
	{Name: "Events", Description: "Every change, in order: to follow an account, or to copy it."},
}

// sectionsOf returns the groups that operations name. Groups of modules from elsewhere come last.
func sectionsOf(named []string) (found []*huma.Tag) {
	for _, s := range sections {
		if slices.Contains(named, s.Name) {
			found = append(found, s)
		}
	}
	for _, name := range named {
		if !slices.ContainsFunc(found, func(s *huma.Tag) bool { return s.Name == name }) {
			found = append(found, &huma.Tag{Name: name, Description: "Operations of a module that this installation has besides."})
		}
	}
	return found
}
