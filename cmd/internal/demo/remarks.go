package demo

import "strings"

func customerRemarks() []remark {
	return []remark{
		{"general", "Lovely people", "{customer} brought cake for the team. 🍰 Say thank you next time!"},
		{"general", "", "Prefers to be called by surname; pronounces it differently than you think – ask."},
		{"general", "Keys", "Spare key in safe, hook №17. Code word: “Bratwurst”."},
		{"billing", "Invoice", "Needs invoices made out to the company & sent by e-mail (PDF < 2 MB)."},
		{"billing", "Deposit waived", "Waived 25% deposit once, agreed with J.—see e-mail of the 3rd."},
		{"billing", "", "Pays half in cash, half by card. Always. Don't ask ¯\\_(ツ)_/¯"},
		{"general", "Holidays", "Away:\n\t• Christmas week\n\t• half-term\n\t• “whenever the surf is good”"},
		{"incident", "Car park", "Reversed into the bollard. No injuries; photo taken, insurer informed."},
		{"general", "Preferred contact", "WhatsApp > phone > e-mail. Never ring before 10:00."},
		{"other", "Übersetzung", "Frau am Telefon sprach nur Deutsch: „Bitte den Hund um fünf füttern.“ → feed at 5."},
		{"other", "日本語メモ", "「夕方に電話してください」と言われました。Please call in the evening."},
		{"general", "", "Asked about classes <next term>; told them \"maybe\" – don't promise; 'full' list is 50% over."},
		{"billing", "Gift card", "Lost gift card, last digits 0042; re-issued. Old one must not be accepted."},
		{"general", "", "שלום means hello and goodbye; the grandmother (who collects on Fridays) appreciates it."},
	}
}

func petRemarks(species string) []remark {
	remarks := anyPetRemarks()
	if species == "dog" {
		remarks = append(remarks, dogRemarks()...)
	}

	return remarks
}

func anyPetRemarks() []remark {
	return []remark{
		{"behaviour", "First day", "{pet} was shy in the morning, lively after lunch. Best friend: the broom."},
		{"medical", "Loose stool", "Since yesterday evening. Plain diet for 24 h, owner informed 18:20, vet not needed."},
		{"medical", "Weighed", "{pet}: a bit more than last time (treats!). Next weigh-in in 4 weeks."},
		{"medical", "Ear infection?", "Scratches left ear, smells of yeast. {customer} will see the vet; keep dry until then."},
		{"medical", "Temp", "38.6 °C at 9:00, 38.4 °C at 15:00 → normal. Ate ½ portion."},
		{"grooming", "", "Nails bled a little (quick, front right), styptic powder used. Fine afterwards."},
		{"boarding", "Luggage", "1 blanket (blue), 1 toy 🦊, food for 6 days. NO bowl."},
		{"boarding", "Night", "Slept through with the radio on. {pet} likes cello; hates the shipping forecast."},
		{"boarding", "", "Ate nothing on day 1, everything on day 2. Usual for {pet}."},
		{"incident", "Escape (indoors)", "{pet} got into the food store. 0.2 kg of biscuits are missing. Observe!"},
		{"general", "Photo", "Best photo of the week 📸 on the wall; {customer} said yes to Instagram."},
		{"medical", "Long history", strings.Repeat("Check-in talk: eats well, sleeps well, coat fine, teeth need a look. ", 40) + "End."},
		{"grooming", "Crème", "Dry nose: crème from the owner (tube in bag), à appliquer 2×/jour."},
		{"other", "", "Family calls him/her 👨‍👩‍👧 “the manager”."},
	}
}

func dogRemarks() []remark {
	return []remark{
		{"behaviour", "Group", "Plays well with small groups (≤ 4). Overwhelmed at > 6."},
		{"behaviour", "", "{pet} barks at the mirror in room 3; cover it."},
		{"grooming", "Clip", "#7 on body, scissor legs, left the \"eyebrows\" as {customer} asked. Took 2¼ h."},
		{"incident", "Scuffle", "Short scuffle over a tennis ball: small scratch on muzzle, cleaned, photo sent. Both dogs calm after 5 min."},
		{"general", "", "Passport names “{pet} vom Silbersee III”. It's the same animal."},
		{"behaviour", "Поведение", "Знает команды по-русски: «сидеть», «лежать», «фу». Works better than English."},
	}
}

func orderRemarks() []remark {
	return []remark{
		{"boarding", "Late", "Will arrive after closing, ≈19:15; Kwame stays."},
		{"boarding", "Extended", "Rang from the airport: flight cancelled, one night more if possible. Room is free."},
		{"billing", "Discount", "Promised 10% for the mix-up of last time (see complaint). Approved."},
		{"billing", "", "Paid with two cards: 60% / 40%."},
		{"general", "Pick-up", "Neighbour collects, has ID. Not the tall one with the hat, the other one."},
		{"grooming", "", "Show photo on phone before cutting!! \"Not like a sheep.\""},
		{"medical", "", "Last tablet is due on the morning of departure. Put it in the porridge."},
		{"incident", "Broken bowl", "{pet} broke a stoneware bowl (not charged)."},
		{"other", "Retail", "Bring back the L harness, swap for M. Receipt is in the envelope behind the till."},
		{"general", "", "Window side, please – watches squirrels. 🐿"},
	}
}
