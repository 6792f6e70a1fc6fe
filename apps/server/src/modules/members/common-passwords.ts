// Passwords that are tried first, as far as they are long enough to be allowed at all. In small letters.
//
// Elsewhere: runs and repetitions, which need no list (passwords.ts).

const words = `
password password1 password12 password123 password1234 password01 password! passw0rd passw0rd1 p@ssword p@ssw0rd p@ssw0rd1 p@ssw0rd123 pa$$word pa$$w0rd
passwort motdepasse contrasena mypassword thepassword yourpassword newpassword userpassword admin123 admin1234 admin12345 administrator adminadmin rootroot
qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyui qwertyuio qwertyuiop qwerty1! 1qaz2wsx 1qaz2wsx3edc zaq12wsx !qaz2wsx qazwsxedc qazwsx123 q1w2e3r4 q1w2e3r4t5
asdfghjk asdfghjkl asdfasdf asdf1234 asdfqwer zxcvbnm1 zxcvbnm123 zxcvbnm, zxcvasdf 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y abcd1234 abcd12345 abc12345 abc123456 a1b2c3d4 aa123456 aa12345678
a1234567 a12345678 a123456789 123456789a 12345678a 1234567a 123456aa 123456abc 1234abcd 12345abc 1234qwer 123qweasd 123qwe123 123qweasdzxc qwe123456 123456qwe q1234567 q12345678
iloveyou iloveyou1 iloveyou2 iloveyou123 iloveu123 loveyou1 lovelove mylove123 ilovegod letmein1 letmein123 welcome1 welcome12 welcome123 welcome1! hello123 hello1234 helloworld
sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball superman superman1 batman123 spiderman pokemon123 starwars starwars1 dragon123 monkey123
master123 michael1 jennifer charlie1 jordan23 liverpool liverpool1 liverpool123 manchester manutd123 arsenal1 arsenal123 chelsea1 chelsea123 barcelona realmadrid juventus1
computer computer1 internet internet1 whatever whatever1 trustno1 changeme changeme1 changeme123 default1 default123 secret123 secret12 access123 security test1234 test12345 testtest testing1 testing123
guest123 guest1234 user1234 user12345 demo12345 login123 login1234 samsung1 samsung123 iphone123 google123 facebook facebook1 youtube1 line12345 gmail123 hotmail1 windows1 microsoft
12345678 123456789 1234567890 12345678910 123456789012 0123456789 01234567 012345678 87654321 987654321 9876543210 0987654321 098765432 11111111 111111111 1111111111 00000000 000000000 0000000000
22222222 33333333 44444444 55555555 66666666 77777777 88888888 888888888 99999999 999999999 11223344 1122334455 112233445566 12341234 12121212 123123123 123321123 1234554321 123454321 147258369 147852369 159357258 159753159
13131313 10203040 102030405060 11112222 12344321 20202020 25252525 69696969 78945612 789456123 741852963 963852741 5201314520 1314520520 19900101 19950101 20000101 25000101
thailand thailand1 thailand123 bangkok1 bangkok123 sawasdee sawasdee1 sawatdee chiangmai phuket123 pattaya1 pattaya123 siam1234 thai1234 somchai1 somchai123 somying1 somying123 chaba123 chaba1234 chaba12345 lanna123 lanna1234
casino123 casino1234 baccarat baccarat1 baccarat123 jackpot1 jackpot123 jackpot777 slot1234 slot12345 slotxo123 joker123 joker1234 poker123 lucky777 lucky888 lucky123 777777777 money123 money888 winner123 winner777
aaaaaaaa abcdefgh abcdefghi abcdefg1 abcdefg123 qqqqqqqq zzzzzzzz xxxxxxxx asdasdasd asd123456 asd12345 zxc123456 zxc12345 qwer1234 qwer12345 qweqweqwe qweasdzxc poiuytre mnbvcxz1 lkjhgfds
`;

export const commonPasswords: ReadonlySet<string> = new Set(words.split(/\s+/).filter((word) => word !== ''));
