package demo

// community is a pool of names that go together. An entry in another script is followed by = and its Latin form, which
// e-mail addresses are made of.
type community struct {
	weight      int
	first, last []string
}

func britishPeople() []community {
	people := append(worldNames(), community{
		weight: 100,
		first: list(`Amelia, Oliver, Isla, George, Freya, Harry, Poppy, Alfie, Florence, Archie, Imogen, Rupert, Beatrice,
			Callum, Eleanor, Duncan, Harriet, Fergus, Matilda, Gareth, Nerys, Rhys, Siân, Owain, Megan, Hamish, Eilidh, Angus,
			Catriona, Declan, Zoë, Chloë, Tristan, Rosalind, Percival, Winifred, Basil, Cordelia, Nigel, Deborah, Susan,
			Graham, Patricia, Keith, Maureen, Trevor, Yvonne, Clive, Hazel, Desmond, Mary Jane, Anne-Marie, Jean-Luc,
			Billie-Jo, Sarah-Louise, Tom, Ben, Lucy, Kate, Will`),
		last: list(`Smith, Jones, Taylor, Ashworth, Barraclough, Blackwood, Bracegirdle, Cartwright, Chamberlain, Colquhoun,
			Cruickshank, Davies, Dunbar, Entwistle, Fairweather, Featherstonehaugh, Fothergill, Greenhalgh, Hargreaves,
			Hathaway, Higginbotham, Holloway, Ives, Jenkinson, Kingsley-Brown, Lightbody, Llewellyn, MacDonald, McAllister,
			Merriweather, Moncrieff, Netherwood, Ogilvie, Oakes, Pemberton, Pettigrew, Quigley, Ramsbottom, Robinson,
			Sainsbury-Hart, Shufflebottom, St. John, Sutcliffe, Thistlewood, Threlfall, Underhill, Vaughan, Wetherby,
			Whittaker, Winterbourne, Wolstenholme, Wren, Yardley, ap Rhys, Fitz-Gerald, Lee, Ng, Fox`),
	})

	return append(people, community{
		weight: 16,
		first:  list(`Aoife, Ciarán, Saoirse, Pádraig, Niamh, Seán, Róisín, Donal, Gráinne, Eoin, Orla, Fionn`),
		last: list(`O'Sullivan, Ó Briain, Ní Dhomhnaill, Byrne, McLoughlin, O'Connor, Mac Giolla Phádraig, Doyle, Fitzpatrick,
			O'Shaughnessy`),
	})
}

func americanPeople() []community {
	people := append(worldNames(), community{
		weight: 100,
		first: list(`Abigail, Mason, Harper, Logan, Madison, Hunter, Savannah, Wyatt, Brooklyn, Carter, Delaney, Everett,
			Faith, Grayson, Hadley, Jackson, Kennedy, Landon, Mackenzie, Nolan, Paige, Quinn, Reagan, Sawyer, Tucker, Violet,
			Wesley, Barbara, Chuck, Donna, Earl, Gloria, Hank, Judy, Larry, Marge, Norm, Peggy, Randy, Sheryl, Vern, Wanda,
			Mary Beth, Billy Ray, Jo-Ann, J.D., T.J., Ruth Ann, Sam, Max, Emma, Noah`),
		last: list(`Anderson, Bailey, Beaulieu, Bickford, Bouchard, Chadbourne, Chase, Coffin, Crockett, Cushing, Dyer, Farrington,
			Fogg, Foss, Gagnon, Googins, Hackett, Hutchins, Jalbert, Jordan, Kimball, Leavitt, Libby, Littlefield, Longfellow,
			MacKenzie, McKusick, Merrill, Michaud, Moody, Nason, Ouellette, Pelletier, Pinkham, Plourde, Sawyer, Skillings,
			St. Pierre, Stackpole, Thibodeau, Tibbetts, Varney, Wentworth, Winslow, Wyman, York, O'Donnell, Van Buren,
			Smith-Johnson, Washington, Freeman, Two Bears`),
	})
	people = append(people, community{
		weight: 18,
		first:  list(`María José, Juan Carlos, Lucía, Sofía, Ángel, Íñigo, Ximena, Joaquín, Guadalupe, Jesús, Belén, Nicolás`),
		last: list(`García Márquez, de la Cruz, Hernández, Núñez, Muñoz, Rodríguez-Peña, Ibáñez, del Río, Gutiérrez, Peñalosa,
			Zúñiga`),
	})
	people = append(people, community{
		weight: 12,
		first:  list(`Amélie, Jean-François, Geneviève, Étienne, Maëlle, Benoît, Hélène, Raphaël, Noémie, Gaëtan`),
		last:   list(`L'Heureux, D'Amours, Bélanger, Lévesque, Côté, Desjardins, Théberge, St-Onge, Bergeron, Lefrançois`),
	})

	return append(people, community{
		weight: 10,
		first:  list(`Amina, Abdi, Hodan, Yusuf, Fadumo, Mohamed, Ifrah, Liban, Sahra, Warsame`),
		last:   list(`Hassan, Abdullahi, Warsame, Farah, Omar, Jama, Ali Nur, Sheikh-Mohamud, Dirie, Aden`),
	})
}
