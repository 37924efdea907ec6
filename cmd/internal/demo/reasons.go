package demo

type pendingReason struct {
	head
	Name         string   `json:"name"`
	Description  string   `json:"description,omitempty"`
	ServiceTypes []string `json:"service_types"`
	ItemOrder    int      `json:"item_order"`
	Active       bool     `json:"active"`
}

func pendingReasons() []pendingReason {
	reasons := []pendingReason{
		{Name: "Vaccination proof missing", Description: "Waiting for the vet's certificate.",
			ServiceTypes: []string{"boarding", "daycare", "classes"}},
		{Name: "Deposit not received", Description: "25% is due within 7 days of booking.", ServiceTypes: []string{"boarding"}},
		{Name: "Temperament assessment due", Description: "First-timers come for a trial morning first.",
			ServiceTypes: []string{"boarding", "daycare"}},
		{Name: "Waiting for the owner's dates", ServiceTypes: []string{}},
		{Name: "Vet clearance needed", Description: "After illness or an operation.", ServiceTypes: []string{"boarding", "daycare", "grooming"}},
		{Name: "Waiting list", Description: "Full at the moment; we ring when a place is free.", ServiceTypes: []string{}},
		{Name: "Matted coat – price to be agreed", ServiceTypes: []string{"grooming"}},
		{Name: "Item on order", Description: "The supplier delivers on Tuesdays.", ServiceTypes: []string{"retail"}},
		{Name: "Manager to approve", ServiceTypes: []string{}},
	}
	for i := range reasons {
		reasons[i].Type, reasons[i].ExternalID = "pending_reason_option", "PR-"+decimal((i+1)*100)
		reasons[i].ItemOrder, reasons[i].Active = i+1, true
	}
	reasons[len(reasons)-1].Active = false

	return reasons
}

// reasonsFor lists the active reasons that apply to a service type.
func (b *business) reasonsFor(service string) []string {
	ids := []string{}
	for _, reason := range b.reasons {
		applies := len(reason.ServiceTypes) == 0
		for _, named := range reason.ServiceTypes {
			applies = applies || named == service
		}
		if applies && reason.Active {
			ids = append(ids, reason.ExternalID)
		}
	}

	return ids
}
