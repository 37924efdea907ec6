package demo

// worldNames are the communities that both cities have.
func worldNames() []community {
	latin := []community{
		{10, list(`Agnieszka, Łukasz, Małgorzata, Paweł, Zofia, Wojciech, Katarzyna, Krzysztof`),
			list(`Wiśniewska, Kowalczyk, Źdźbło, Łukasiewicz, Szczęsny, Dąbrowski, Zięba, Grzegorczyk`)},
		{9, list(`Priya, Arjun, Ananya, Rohan, Lakshmi, Vikram, Harpreet, Jasleen, Deepa, Sanjay`),
			list(`Patel, Krishnamurthy, Singh, Chatterjee, Kaur Gill, Iyer, Venkataraman, Bhattacharya, Shah, Rao`)},
		{8, list(`Oluwaseun, Chidinma, Adébáyọ̀, Ngozi, Kwame, Akosua, Ifeoluwa, Emeka, Thandiwe, Tunde`),
			list(`Okafor, Adébáyò-Cole, Nwachukwu, Mensah, Owusu-Ansah, Ògúnbánjọ, Eze, Boateng, Dlamini, Okonkwo`)},
		{6, list(`Thị Hương, Minh Đức, Thu Hà, Quốc Bảo, Ngọc Ánh`), list(`Nguyễn, Trần, Lê, Phạm, Võ, Đặng`)},
		{6, list(`Zeynep, Çağla, Emre, Gülşen, İbrahim, Şebnem`), list(`Yılmaz, Çelik, Öztürk, Şahin, Koç, Işık`)},
		{6, list(`Åsa, Björn, Søren, Þórunn, Ingrid, Mårten, Lærke, Guðrún`),
			list(`Sjöberg, Ångström, Østergård, Jónsdóttir, Grønbæk, Lindqvist, Kjær`)},
		{6, list(`Jürgen, Käthe, Annegret, Björn-Uwe, Heike, Matthias`),
			list(`Müller-Lüdenscheidt, Groß, von der Heide, Schäfer, Weiß, zu Löwenstein`)},
		{6, list(`João, Beatriz, Inês, Gonçalo, Conceição, Tomás`), list(`da Conceição, Magalhães, Brandão, Simões, Araújo, Leitão`)},
		{5, list(`Giulia, Niccolò, Chiara, Pier Paolo, Ginevra`), list(`D'Angelo, Dell'Acqua, Esposito, Lo Presti, De Rossi, Nicolò`)},
		{4, list(`Anneke, Sjoerd, Willemijn, Daan`), list(`van der Berg, 't Hart, de Vries, van 't Hoff, IJsselstein`)},
		{4, list(`Nataša, Dušan, Jiří, Věra, Žaneta`), list(`Dvořák, Krejčí, Šimić, Đorđević, Novotná, Nagy-Kőszegi`)},
		{4, list(`Leilani, Keoni, Kahealani, Sione`), list(`Kealoha, Kamakawiwoʻole, Kaʻaukai, Faleolo`)},
	}

	return append(latin, scriptNames()...)
}

// scriptNames are written in other scripts than Latin.
func scriptNames() []community {
	return []community{
		{2, list(`美咲=misaki, 健太=kenta, さくら=sakura, 翔=sho`), list(`田中=tanaka, 佐藤=sato, 小鳥遊=takanashi`)},
		{2, list(`芳=fang, 建国=jianguo, 欣怡=xinyi`), list(`王=wang, 欧阳=ouyang, 陈=chen`)},
		{2, list(`민준=minjun, 서연=seoyeon, 지우=jiwoo`), list(`김=kim, 박=park, 남궁=namgung`)},
		{2, list(`Ελένη=eleni, Γιώργος=giorgos, Αθηνά=athina`), list(`Παπαδοπούλου=papadopoulou, Νικολαΐδης=nikolaidis`)},
		{2, list(`Олена=olena, Дмитро=dmytro, Соломія=solomiia, Їжак=yizhak`), list(`Шевченко=shevchenko, Ґонта=gonta, Мар'яненко=marianenko`)},
		{2, list(`محمد=mohammed, فاطمة=fatima, ياسمين=yasmin`), list(`الأحمد=alahmad, حداد=haddad`)},
		{1, list(`שרה=sarah, דוד=david`), list(`כהן=cohen, בן־ארי=benari`)},
		{1, list(`สมชาย=somchai, มะลิ=mali`), list(`ใจดี=jaidee`)},
		{1, list(`आर्या=arya, देव=dev`), list(`शर्मा=sharma, गुप्ता=gupta`)},
	}
}

func britishCompanies() []string {
	return list(`Hollybush Boarding Kennels, Brambles Cat Rescue, Second Chance Greyhounds, Peckham Pet Taxi Ltd,
		The Dog & Bone Film Animals, Paws for Thought CIC, Nunhead Guide Dog Walkers, Whiskers & Sons (Catteries) Ltd,
		Thames Therapy Dogs, Rye Lane Rabbit Rescue, Crystal Palace K9 Security, "Good Boy" Dog Walking Co.`)
}

func americanCompanies() []string {
	return list(`Casco Bay Kennels LLC, Down East Greyhound Adoption, Lobster Tail Dog Walking, Pine State Therapy Animals,
		Back Cove K-9 Academy, Munjoy Hill Cat Haven, Saltwater Sled Dogs, North Star Service Dogs Inc., Big Dig Doggy Taxi`)
}

func britishPractices() []string {
	return list(`Lordship Lane Veterinary Surgery, Peckham Rye Vets, Sydenham Hill Animal Hospital, The Village Vet Dulwich,
		Forest Hill Exotics & Small Animals, Brockley Cross Veterinary Centre, Herne Hill Cat Clinic`)
}

func americanPractices() []string {
	return list(`Back Cove Animal Hospital, Casco Bay Veterinary Associates, Fore River Vet, Deering Oaks Animal Clinic,
		Scarborough Marsh Veterinary, Lighthouse Cat Hospital, Pine Point Emergency & Specialty Vets`)
}
