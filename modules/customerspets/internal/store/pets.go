package store

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/paging"
	"github.com/petcare/petcare/platform/postgres"
	"gorm.io/gorm/clause"
)

const petColumns = `p.id, p.account_id, p.customer_id, p.name, p.species, p.breed_ids, p.breed, p.sex, p.altered, p.birth_date,
	p.birth_date_precision, p.status, p.deceased_on, p.secondary_pet_status_id, p.weight, p.coat, p.colour, p.markings, p.microchip,
	p.vet, p.feeding_instructions, p.medications, p.allergies, p.medical_notes, p.behaviour_notes, p.grooming_notes, p.alert,
	p.colour_code_ids, p.tags, p.custom_fields, p.external_id, p.created_at, p.updated_at, p.version`

func scanPet(row postgres.Scanner, p *customerspets.Pet) error {
	return row.Scan(&p.ID, &p.AccountID, &p.CustomerID, &p.Name, &p.Species, &p.BreedIDs, &p.Breed, &p.Sex, &p.Altered, &p.BirthDate,
		&p.BirthDatePrecision, &p.Status, &p.DeceasedOn, &p.SecondaryPetStatusID, &p.Weight, &p.Coat, &p.Colour, &p.Markings, &p.Microchip,
		&p.Vet, &p.FeedingInstructions, &p.Medications, &p.Allergies, &p.MedicalNotes, &p.BehaviourNotes, &p.GroomingNotes, &p.Alert,
		&p.ColourCodeIDs, &p.Tags, &p.CustomFields, &p.ExternalID, &p.CreatedAt, &p.UpdatedAt, &p.Version)
}

// Pet reads one pet.
func (s *Store) Pet(ctx context.Context, account, id uuid.UUID) (customerspets.Pet, error) {
	var p customerspets.Pet
	row := s.db.Row(ctx, "select "+petColumns+" from customerspets.pets p where p.account_id = $1 and p.id = $2", account, id)
	return p, failed("read pet", scanPet(row, &p))
}

// Pets lists the pets of a customer, newest first.
func (s *Store) Pets(ctx context.Context, account, customer uuid.UUID, f customerspets.PetFilter, page paging.Request) (paging.Page[customerspets.Pet], error) {
	after, err := page.ID()
	if err != nil {
		return paging.Page[customerspets.Pet]{}, err
	}
	q := &query{from: "customerspets.pets p"}
	q.where("p.account_id = " + q.arg(account))
	q.where("p.customer_id = " + q.arg(customer))
	if f.Status != "" {
		q.where("p.status = " + q.arg(string(f.Status)))
	}
	if f.Species != "" {
		q.where("p.species = " + q.arg(f.Species))
	}
	if f.UpdatedSince != nil {
		q.where("p.updated_at >= " + q.arg(*f.UpdatedSince))
	}
	if page.After != nil {
		q.where("p.id < " + q.arg(after))
	}
	statement := "select " + petColumns + q.text() + " order by p.id desc limit " + q.arg(page.Fetch())
	var list []customerspets.Pet
	err = s.db.Rows(ctx, func(row postgres.Scanner) error {
		list = append(list, customerspets.Pet{})
		return scanPet(row, &list[len(list)-1])
	}, statement, q.args...)
	if err != nil {
		return paging.Page[customerspets.Pet]{}, failed("list pets", err)
	}
	return paging.Cut(page, list, func(p customerspets.Pet) []string { return []string{p.ID.String()} }), nil
}

// LockPet reads a pet for update.
func (s *Store) LockPet(ctx context.Context, account, id uuid.UUID) (customerspets.Pet, error) {
	var row petRow
	err := s.db.In(ctx).Clauses(clause.Locking{Strength: "UPDATE"}).Where("account_id = ? and id = ?", account, id).Take(&row).Error
	return customerspets.Pet(row), failed("lock pet", err)
}

// LockPets reads pets for update, by id.
func (s *Store) LockPets(ctx context.Context, account uuid.UUID, ids []uuid.UUID) ([]customerspets.Pet, error) {
	rows, err := postgres.LockAll[petRow](s.db.In(ctx), account, ids)
	list := make([]customerspets.Pet, len(rows))
	for i, r := range rows {
		list[i] = customerspets.Pet(r)
	}
	return list, failed("lock pets", err)
}

// InsertPet adds a pet.
func (s *Store) InsertPet(ctx context.Context, p customerspets.Pet) error {
	row := petRow(p)
	return failed("insert pet", s.db.In(ctx).Create(&row).Error)
}

// UpdatePet writes all of a pet.
func (s *Store) UpdatePet(ctx context.Context, p customerspets.Pet) error {
	row := petRow(p)
	err := s.db.In(ctx).Model(&row).Where("account_id = ?", p.AccountID).Select("*").Omit("id", "account_id", "customer_id", "created_at").Updates(&row).Error
	return failed("update pet", err)
}

// SavePets inserts and updates a batch.
func (s *Store) SavePets(ctx context.Context, created, changed []customerspets.Pet) error {
	rows := make([]petRow, 0, len(created)+len(changed))
	for _, p := range created {
		rows = append(rows, petRow(p))
	}
	for _, p := range changed {
		rows = append(rows, petRow(p))
	}
	return failed("save pets", postgres.SaveAll(s.db.In(ctx), rows))
}

// PetIDs looks up external ids.
func (s *Store) PetIDs(ctx context.Context, account uuid.UUID, externalIDs []string) (map[string]uuid.UUID, error) {
	return s.db.IDsByExternalID(ctx, "customerspets.pets", account, externalIDs)
}
