// Names of account holders: invented combinations of common names. Some have stacked marks (tone over vowel, vowel
// under a consonant with a descender), so that wrong Thai shaping is visible.
//
// Always true: order and length of a list never change, because the holder of an account is selected by position.

export type FirstName = {
  readonly thai: string;
  readonly english: string;
  readonly gender: 'female' | 'male';
};

const female = (thai: string, english: string): FirstName => ({ thai, english, gender: 'female' });
const male = (thai: string, english: string): FirstName => ({ thai, english, gender: 'male' });

export const firstNames: readonly FirstName[] = [
  female('สมหญิง', 'Somying'),
  female('น้ำฝน', 'Namfon'),
  female('น้ำ', 'Nam'),
  female('ปิ่นแก้ว', 'Pinkaew'),
  female('ปิ่น', 'Pin'),
  female('กุลธิดา', 'Kunthida'),
  female('ณัฐฐิญา', 'Natthiya'),
  female('ฐิติพร', 'Thitiporn'),
  female('ญาณี', 'Yanee'),
  female('จุฑามาศ', 'Chuthamat'),
  female('พิมพ์ชนก', 'Pimchanok'),
  female('ศิริลักษณ์', 'Sirilak'),
  female('รุ่งทิวา', 'Rungthiwa'),
  female('เพ็ญศรี', 'Pensri'),
  female('ดวงใจ', 'Duangjai'),
  female('อัญชลี', 'Anchalee'),
  female('วันเพ็ญ', 'Wanpen'),
  female('มะลิ', 'Mali'),
  female('ชลธิชา', 'Chonthicha'),
  female('กาญจนา', 'Kanchana'),
  female('สุภาพร', 'Supaporn'),
  female('ปัทมา', 'Pattama'),
  female('เกศินี', 'Kesinee'),
  female('ลำดวน', 'Lamduan'),
  female('นฤมล', 'Naruemon'),
  female('บุษบา', 'Butsaba'),
  female('อรุณี', 'Arunee'),
  female('ธัญญารัตน์', 'Thanyarat'),
  female('เบญจวรรณ', 'Benjawan'),
  female('ไพลิน', 'Phailin'),
  male('สมชาย', 'Somchai'),
  male('กี่', 'Kee'),
  male('ณัฏฐ์', 'Nat'),
  male('กฤษฎิ์', 'Krit'),
  male('ธีรภัทร์', 'Thiraphat'),
  male('ปิติ', 'Piti'),
  male('มานะ', 'Mana'),
  male('ชูใจ', 'Choojai'),
  male('วีระ', 'Weera'),
  male('อนุชา', 'Anucha'),
  male('ประเสริฐ', 'Prasert'),
  male('พงศ์พัฒน์', 'Phongphat'),
  male('ฐานิศร์', 'Thanit'),
  male('วุฒิชัย', 'Wutthichai'),
  male('จักรพันธุ์', 'Jakkraphan'),
  male('เกริกฤทธิ์', 'Kroekrit'),
  male('สุรศักดิ์', 'Surasak'),
  male('ศุภณัฐ', 'Suphanat'),
  male('กิตติศักดิ์', 'Kittisak'),
  male('บุญเลิศ', 'Bunlert'),
  male('ทองดี', 'Thongdee'),
  male('ภูมินทร์', 'Phumin'),
  male('อภิสิทธิ์', 'Aphisit'),
  male('ไชยวัฒน์', 'Chaiwat'),
  male('เอกชัย', 'Ekkachai'),
  male('นพดล', 'Noppadon'),
  male('ยุทธนา', 'Yutthana'),
  male('ชัยณรงค์', 'Chainarong'),
  male('ก้องภพ', 'Kongphop'),
  male('ปุณณวิช', 'Punnawit'),
];

export type Surname = { readonly thai: string; readonly english: string };

const surname = (thai: string, english: string): Surname => ({ thai, english });

export const surnames: readonly Surname[] = [
  surname('ใจดี', 'Jaidee'),
  surname('รักไทย', 'Rakthai'),
  surname('แสงทอง', 'Saengthong'),
  surname('ศรีสุข', 'Srisuk'),
  surname('บุญมี', 'Bunmee'),
  surname('ทองคำ', 'Thongkham'),
  surname('แก้วใส', 'Kaewsai'),
  surname('เจริญสุข', 'Charoensuk'),
  surname('พงษ์ไพร', 'Phongphrai'),
  surname('วงศ์สวัสดิ์', 'Wongsawat'),
  surname('สุขสันต์', 'Suksan'),
  surname('มั่นคง', 'Mankhong'),
  surname('ปิ่นทอง', 'Pinthong'),
  surname('น้ำใส', 'Namsai'),
  surname('กลิ่นหอม', 'Klinhom'),
  surname('ชื่นใจ', 'Chuenjai'),
  surname('ฉัตรแก้ว', 'Chatkaew'),
  surname('ดำรงค์', 'Damrong'),
  surname('ตั้งใจ', 'Tangjai'),
  surname('ถาวร', 'Thaworn'),
  surname('ธรรมรักษ์', 'Thammarak'),
  surname('นาคสุวรรณ', 'Naksuwan'),
  surname('บัวงาม', 'Buangam'),
  surname('ประดิษฐ์', 'Pradit'),
  surname('ผ่องศรี', 'Phongsri'),
  surname('พูนทรัพย์', 'Phunsap'),
  surname('เพชรรัตน์', 'Phetcharat'),
  surname('ภู่ทอง', 'Phuthong'),
  surname('มณีโชติ', 'Maneechot'),
  surname('เมืองแก้ว', 'Mueangkaew'),
  surname('ยิ้มแย้ม', 'Yimyaem'),
  surname('รุ่งเรือง', 'Rungrueang'),
  surname('ฤทธิ์เดช', 'Ritdet'),
  surname('ลิ้มสกุล', 'Limsakun'),
  surname('เลิศล้ำ', 'Lertlam'),
  surname('วิเศษ', 'Wiset'),
  surname('ศักดิ์สิทธิ์', 'Saksit'),
  surname('สง่างาม', 'Sangangam'),
  surname('สีดา', 'Seeda'),
  surname('แสนสุข', 'Saensuk'),
  surname('หงษ์ทอง', 'Hongthong'),
  surname('อ่อนหวาน', 'Onwan'),
  surname('อินทร์แก้ว', 'Inkaew'),
  surname('อุ่นเรือน', 'Unruean'),
  surname('เอี่ยมสะอาด', 'Iamsaat'),
  surname('กิ่งแก้ว', 'Kingkaew'),
  surname('เกิดผล', 'Kerdphon'),
  surname('ขวัญเมือง', 'Khwanmueang'),
  surname('คำแสน', 'Khamsaen'),
  surname('งามเลิศ', 'Ngamlert'),
  surname('จันทร์เพ็ญ', 'Chanpen'),
  surname('ชัยชนะ', 'Chaichana'),
  surname('เชื้อไทย', 'Chueathai'),
  surname('ญาติมิตร', 'Yatmit'),
  surname('ดีประเสริฐ', 'Deeprasert'),
  surname('ต้นสาย', 'Tonsai'),
  surname('ทิพย์วารี', 'Thipwaree'),
  surname('ไทรงาม', 'Saingam'),
  surname('ฟ้าใส', 'Fasai'),
  surname('โพธิ์ทอง', 'Phothong'),
];

/** Middle part of a company name. */
export const companyNames: readonly Surname[] = [
  surname('ร่มโพธิ์การค้า', 'Rom Pho Trading'),
  surname('ลำน้ำชี', 'Lam Nam Chi'),
  surname('ปิ่นเพชร', 'Pin Phet'),
  surname('ตะวันออกขนส่ง', 'Tawan Ok Transport'),
  surname('ข้าวหอมไทย', 'Khao Hom Thai'),
  surname('ศิลาทอง', 'Sila Thong'),
  surname('ดอกคูนพัฒนา', 'Dok Khun Phatthana'),
  surname('ภูผาวัสดุ', 'Phu Pha Watsadu'),
  surname('เรือนไม้งาม', 'Ruean Mai Ngam'),
  surname('สายธารดิจิทัล', 'Sai Than Digital'),
  surname('กุหลาบขาว', 'Kulap Khao'),
  surname('ต้นกล้าการพิมพ์', 'Ton Kla Printing'),
];

export const titles = {
  male: { full: 'นาย', short: 'นาย', english: 'Mr.' },
  married: { full: 'นาง', short: 'นาง', english: 'Mrs.' },
  unmarried: { full: 'นางสาว', short: 'น.ส.', english: 'Miss' },
  company: { full: 'บริษัท', short: 'บจก.', english: '' },
} as const;

/** Last part of a company name. */
export const companyEnding = { thai: 'จำกัด', english: 'Co., Ltd.' } as const;

/** The demo member of the first site. */
export const demoPerson = {
  first: { thai: 'สมหญิง', english: 'Somying' },
  last: { thai: 'ใจดี', english: 'Jaidee' },
} as const;

/** Companies that hold the receiving accounts of the two sites. */
export const siteCompanies = {
  chaba: { thai: 'ชบา เกมส์', english: 'Chaba Games' },
  lanna: { thai: 'ล้านนา เกมส์', english: 'Lanna Games' },
} as const;
