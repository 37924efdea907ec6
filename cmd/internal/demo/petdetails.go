package demo

import "fmt"

func (b *business) describe(l luck, p *pet) {
	if l.chance(85) {
		p.Colour = pick(l, furColours())
	}
	if l.chance(25) {
		p.Markings = pick(l, []string{
			"white bib", "one blue eye", "docked tail (working line)", "scar on left ear", "socks on all four paws",
			"heart-shaped spot ♥ on the flank", "kinked tail tip", "missing canine, upper right", "tattoo “7Q” in the ear",
		})
	}
	if (p.Species == "dog" || p.Species == "cat") && l.chance(88) {
		// 999 is the ISO 11784 code for test transponders.
		p.Microchip = fmt.Sprintf("999%012d", l.Int64N(1_000_000_000_000))
	}
	if l.chance(12) {
		p.Vet = b.makeVet(l)
	}
	if l.chance(30) {
		p.ColourCodes = b.makeColourCodes(l)
	}
	if l.chance(40) {
		p.Tags = some(l, list(`escape artist, cuddly, no treats, good with kids, dog-reactive, ball mad, swims, snorer, bites when
			groomed, crate trained, lives outdoors, bonded pair, hand-shy, first-timer`), l.between(1, 3))
	}
	if l.chance(9) {
		p.Alert = pick(l, petAlerts(p.Species))
	}
}

func (b *business) advise(l luck, p *pet) {
	if l.chance(60) {
		p.FeedingInstructions = pick(l, feedings(p.Species))
	}
	if l.chance(14) {
		p.Medications = pick(l, medications(p.Species))
	}
	if l.chance(12) {
		p.Allergies = pick(l, list(`Chicken, Beef, Grain, Oatmeal shampoo, Flea saliva, Bee stings (carry antihistamine), Dairy,
			Penicillin, Lanolin, Pollen – itchy in May`))
	}
	if l.chance(12) {
		p.MedicalNotes = pick(l, histories(p.Species))
	}
	if l.chance(22) {
		p.BehaviourNotes = pick(l, behaviours(p.Species))
	}
	if (p.Species == "dog" || p.Species == "cat") && l.chance(18) {
		p.GroomingNotes = pick(l, []string{
			"7F all over, teddy-bear face, leave the tail.", "Hates the dryer: towel, then low heat.", "Mats behind the ears.",
			"No perfume. Hypoallergenic shampoo only.", "Nails: black, grind rather than clip.", "½\" comb on legs, blend.",
		})
	}
}
