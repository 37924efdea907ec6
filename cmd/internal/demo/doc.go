// Package demo writes the records of an invented pet-care business, so that a new installation has something to show.
//
// The output is JSON Lines in the format that "petcare import" reads. It depends only on the location and on the
// calendar day of today in its time zone: the same day gives the same bytes. Ids are no part of it; records name each
// other by external id, under these keys:
//
//	key                    in                                        names
//	customer               pet, order, note                          a customer
//	pet                    vaccination, preventive, note, order line a pet
//	pets                   order                                     a list of pets
//	order                  note                                      an order
//	taxes                  rate, addon, retail_product               a list of taxes
//	included_addons        rate, addon                               a list of addons
//	categories             retail_product                            a list of retail categories
//	parent                 retail_category                           the category above
//	preventive_type        preventive                                a preventive type
//	pending_reason         order                                     a pending reason option
//	item                   order line                                a rate, addon, retail product or adjustment, by the line's kind
//
// A few keys name things that no line of the file makes:
//
//	vaccination_type       vaccination                               the name of a vaccination type for the pet's species
//	breeds                 pet                                       names from the master list for the pet's species
//	secondary_pet_status   pet                                       the name of a status (PetStatuses)
//	colour_codes           customer, pet                             numbers of colour codes of that type (ColourCodes)
//
// A note names exactly one of customer, pet and order. Every order line has total = quantity × unit_price − discount +
// tax, so an adjustment line has the unit price 0 and its amount as the discount; totals are the sums of their lines.
// A refund is a payment with a negative amount.
package demo
