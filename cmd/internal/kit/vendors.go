package kit

// VendorExports are made-up files in the shape of the exports of other systems, by their names: a household that shares an e-mail, quoted
// line breaks, telephones with words, columns that nobody knows, rows that lack their last cells.
var VendorExports = map[string]struct {
	File            string
	Customers, Pets int
}{
	"Gingr": {"\ufeffOwner ID,First Name,Last Name,Email,Cell Phone,Home Phone,Address 1,City,State,Zip,Owner Notes,Animal ID,Animal Name,Species,Gender,Fixed," +
		"Birthday,Weight,Color,Feeding Instructions,Icons\n" +
		"77,Dana,Whitfield,dana@example.com,(503) 555-0142 cell,,1 Elm St,Portland,OR,97201,\"Gate code\n4411\",901,Biscuit,Dog,Male,Yes,3/14/2019,62.4,Tan,\"1 cup, am\",x\n" +
		"77,Dana,Whitfield,dana@example.com,(503) 555-0142 cell,,1 Elm St,Portland,OR,97201,\"Gate code\n4411\",902,Mog,Cat,Female,No,12/1/2020,,Black,\n" +
		"78,Ray,Whitfield,dana@example.com,503-555-0143,,1 Elm St,Portland,OR,97201,,903,Rex,Dog,Unknown,,,,\n", 2, 3},
	"MoeGo": {"Client ID,First name,Last name,Primary phone number,Email,Address 1,City,State,Zipcode,Client tags,Pet ID,Pet name,Pet type,Gender,Fixed,Birthday,Weight,Hair length\n" +
		"C1,Ana,Ruiz,+1 503 555 0100,ana@example.com,9 Oak Ave,Salem,OR,97301,VIP,P1,Luna,Dog,Female,Spayed,01/31/2021,12.5,Long\n" +
		"C2,Bo,Li,503.555.0101,,,,,,,P2,Kit,Cat,Male,Neutered,,,Short\n", 2, 2},
	"Time To Pet": {"Client ID,Client First Name,Client Last Name,Email,Mobile Phone,Home Phone,Address,City,State,Zip Code,Client Notes,Date Created,Pet ID,Pet Name,Pet Type,Sex,Spayed/Neutered,Birthday,Weight,Microchip Number\n" +
		"10,Sam,Fox,sam@example.com,5035550110,,2 Fir Rd,Bend,OR,97701,Key under mat,05/06/2018,20,Pip,Rabbit,M,No,7/4/2022,4,985112345678903\n" +
		"11,Al,Wu,,5035550111,,,,,,,06/07/2019,21,Zed,Dog,F,Yes\n", 2, 2},
	"PetExec": {"Owner Number;Owner First;Owner Last;Owner E-mail;Cell;Home;Street;City;State;Zip;Owner Comments;Pet Number;Pet Name;Species;Sex;Altered;Date of Birth;Weight;Color;Medications\n" +
		"5;Zo\xeb;Lund;zoe@example.com;503-555-0120;;3 Ash;Eugene;OR;97401;;50;Ko;Dog;Female;Y;2/3/2020;30;Red;None\n" +
		"6;Ida;Holm;;503-555-0121;;;;;;;60;Nis;Dog;Male;N;;;;\n", 2, 2},
	"Square": {"Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Street Address 1,Street Address 2,City,State,Postal Code,Birthday,Memo,Square Customer ID,Creation Source,First Visit,Last Visit,Transaction Count\n" +
		",Lee,Park,lee@example.com,+15035550130,,,4 Yew,,Salem,OR,97301,,Likes mornings,SQ1,Directory,2020-03-04,2024-01-01,7\n" +
		",Kim,Park,lee@example.com,+15035550130,,Park Kennels,4 Yew,,Salem,OR,97301,,,SQ2,Merge,,,0\n", 2, 0},
	"Acuity": {"First Name,Last Name,Phone,Email,Notes,Days Since Last Appointment\n" +
		"Joe,Bell,5035550140,joe@example.com,\"Two dogs,\nboth shy\",12\nMia,Bell,5035550141,joe@example.com,,\n", 2, 0},
}
