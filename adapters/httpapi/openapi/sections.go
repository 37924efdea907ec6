package openapi

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// sections are the groups of operations, in the order in which the documentation shows them.
var sections = []*huma.Tag{
	{Name: "Authentication", Description: "Customers log in, stay logged in and set their passwords."},
	{Name: "Staff", Description: "The people who work for the business: their sign-in, roles, and the accounts that they see."},
	{Name: "API keys", Description: "The credentials of staff tools and integrations: what they may do, and for which accounts."},
	{Name: "Accounts", Description: "The locations of the business, with their time zone, currency and lists of pending reasons."},
	{Name: "Customers", Description: "The people who own pets: how to reach them, what they agreed to, and their login."},
	{Name: "Pets", Description: "The animals in care: of one customer, or of the whole account."},
	{Name: "Customer fields", Description: "The form for customers: its standard and custom fields, and what customers see of them."},
	{Name: "Pet fields", Description: "The form for pets: its standard and custom fields, and what customers see of them."},
	{Name: "Breeds", Description: "The breeds that pets can have; a new name shows in all pets at once."},
	{Name: "Secondary pet statuses", Description: "Labels for the state of a pet, such as senior."},
	{Name: "Colour codes", Description: "Numbered labels in colours that tell staff what to mind about a customer or pet."},
	{Name: "Notes", Description: "What staff and customers should know about a customer, a pet or an order."},
	{Name: "Health records", Description: "Vaccinations, preventives and exemptions of pets, their types, and what services require."},
	{Name: "Catalog", Description: "What customers can buy: rates, addons, retail products, adjustments and taxes."},
	{Name: "Orders", Description: "What was bought, for which pets, when, and what is paid."},
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
