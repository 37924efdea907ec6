package healthrecords

import (
	"context"
	"reflect"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/patch"
)

// checkProof adds a fault unless the file that a vaccination is to name belongs to the pet. The file is held before the vaccination.
func (s *Service) checkProof(ctx context.Context, account, pet uuid.UUID, file patch.Field[uuid.UUID], errs *apperr.FieldErrors) error {
	if !file.Set || file.Null {
		return nil
	}
	err := s.proofs.Check(ctx, account, pet, file.Value)
	if apperr.Is(err, apperr.NotFound) {
		errs.Add("proof_file_id", "not_found", "is not a file of the pet")
		return nil
	}
	return err
}

// mayProve fails with apperr.Forbidden for a customer who changes anything but the proof of a vaccination, or of one that staff have
// verified. Keys that are sent back as they are change nothing.
func mayProve(ctx context.Context, before, after *Vaccination) error {
	if !caller.From(ctx).IsCustomer() {
		return nil
	}
	same := *after
	same.ProofFileID = before.ProofFileID
	if !reflect.DeepEqual(*before, same) || before.Verified && !reflect.DeepEqual(before.ProofFileID, after.ProofFileID) {
		return apperr.NewForbidden("forbidden", "customers can only give a vaccination that nobody has verified a proof: proof_file_id")
	}
	return nil
}

// ProofGone takes a file that is gone off the vaccinations that it proves.
func (s *Service) ProofGone(ctx context.Context, account, file uuid.UUID) error {
	found, err := s.stores.Vaccinations.WithProof(ctx, account, file)
	if err != nil || len(found) == 0 {
		return err
	}
	today, err := s.today(ctx, account)
	if err != nil {
		return err
	}
	return s.vaccinations.Completed(today.vaccinations).UpdateMany(ctx, account, found,
		func(v *Vaccination) bool { v.ProofFileID = nil; return true })
}
