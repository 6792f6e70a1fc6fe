// The grammar of titles and ranks before a name, Thai and Latin, and words that occur only in company names.
//
// A title is a chain of parts, each from one of these patterns: "ว่าที่ ร.ต.อ. หญิง", "ผศ.ดร.น.สพ.", "Pol. Lt. Col.".
// Part of the chain may also be the name itself (พลเอก, คุณธรรม, Major), so each reading is compared (names.ts).

const GRADE = '(?:เอก|โท|ตรี|จัตวา|ใหญ่)';
const SERVICE = '(?:ตำรวจ|เรือ|อากาศ)?';

/** Words that a name may follow without a space. */
export const joinedTitles: readonly string[] = [
  'นาย',
  'นาง',
  'น\\. ?ส',
  'นางสาว',
  'เด็กชาย',
  'เด็กหญิง',
  'คุณ',
  'คุณหญิง',
  'ท่านผู้หญิง',
  'ท่านหญิง',
  'ท่านชาย',
  // Ranks of the army, the navy, the air force, the police and the volunteers.
  `(?:พล|พัน|ร้อย|จ่าสิบ|สิบ|นาวา|เรือ|พันจ่า|จ่า)${SERVICE}${GRADE}`,
  `นาย(?:กอง|หมวด|หมู่)${GRADE}`,
  '(?:ดาบ|จ่าสิบ|พล|จ่า)ตำรวจ',
  'จ่านายสิบตำรวจ',
  'พลทหาร',
  'พลฯ',
  'พล(?:อาสาสมัคร|สำรอง)',
  'จอมพล(?:เรือ|อากาศ)?',
  'นักเรียน(?:นายร้อย|นายเรือ|นายเรืออากาศ|นายสิบ|จ่า|พล|เตรียม)(?:ทหาร|ตำรวจ)?',
  'ว่าที่',
  // Academic and medical titles.
  '(?:ผู้ช่วย|รอง)?ศาสตราจารย์',
  'ด็?อกเตอร์',
  'ดร',
  'อาจารย์',
  '(?:นาย|ทันต|สัตว|นายสัตว)?แพทย์',
  'เภสัชกร',
  'พยาบาล',
  // Royal and religious titles, and that of ministers and envoys.
  'ฯ?พณ(?:ฯ(?: ?ท่าน)?|(?:หัวเจ้า)?ท่าน)',
  'หม่อม',
  'หม่อม(?:เจ้า|ราชวงศ์|หลวง)',
  'พระ(?:วรวงศ์เธอ|เจ้าวรวงศ์เธอ|องค์เจ้า|มหา|ภิกษุ|อาจารย์)?',
  'พระ(?:ครู)?(?:อธิการ|สมุห์|ปลัด|ใบฎีกา|วินัยธร|ธรรมธร|สังฆรักษ์)',
  'พระครู',
  'เจ้าอธิการ',
  'สามเณร',
  'ภิกษุณี',
  'แม่ชี',
  'บาทหลวง',
  'คุณพ่อ',
  'ซิสเตอร์',
  'ภราดา',
  'มาเซอร์',
  'อิหม่าม',
  '(?:ฮัจยี|หะยี)',
  '(?:ศาสนา|ศาสน)จารย์',
];

// นาง joined to the name is the usual form of a married woman's name, so only whole given names are listed for it.
/** Titles that are also beginnings of given names when no space or dot follows: คุณวุฒิ, พระราม, นางฟ้า. */
export const thaiNameTitles: readonly string[] = ['คุณ', 'พระ', 'จอมพล', 'นาง(?=(?:ฟ้า|นวล|พญา|ไพร|ไม้)(?:\\s|$))'];

/** Parts that follow another part only. */
export const followingTitles: readonly string[] = ['หญิง', 'พิเศษ', 'เกียรติคุณ', 'กิตติคุณ', 'คลินิก', 'วิจัย'];

/** Abbreviations without their dots; a space, a dot or a following part ends them. */
export const abbreviations: readonly string[] = [
  '[ก-ฮ]',
  'พล(?:ต|ร|อ)?[อทตจ]?ฯ?',
  'พ(?:ต|จ|อ)?[อทต]',
  'รต?[อทต]',
  'น[อทต]',
  'จส?[อทต]',
  'สต?[อทต]',
  'ดต',
  'นส',
  'ด[ชญ]',
  'ม(?:จ|รว|ล)',
  '(?:ผ|ร)?ศ(?:ดร)?',
  '(?:น|ท|สพ|นสพ)พ',
  '(?:พ|ทพ|สพ|ภ)ญ',
  'นสพ',
  'ภก',
];

/** Latin titles as words; a space or a dot ends them. */
export const latinTitles: readonly string[] = [
  'mr|mrs|ms|miss|mx|master|mstr|madam|khun|khunying|thanpuying|nai|nang|n\\.? ?s|dek(?:chai|ying)',
  'nang ?sao',
  'dr|prof(?:essor)?|assoc(?:iate)?|asst|assist(?:ant)?|lecturer|ar?jar?n|aj|ph\\.? ?d|d\\.? ?d\\.? ?s',
  'acting|act|pol(?:ice)?|gen(?:eral)?|lt|lieut(?:enant)?|col(?:onel)?|maj(?:or)?|capt(?:ain)?|brig(?:adier)?|field',
  'sub|sgt|serg(?:ean)?t|sen(?:ior)?|first|second|1st|2nd|cpl|corporal|pvt|private|l/?cpl|m/?sgt|s/?sgt|s\\.?m',
  // Grades of non-commissioned officers: "M.Sgt.1", "CPO 2".
  '(?:m\\.? ?sgt|s\\.?m|cpo|po|fs|f\\.s)\\.? ?[123]',
  'flt|fl[gt]|flight|fg|flying|off(?:r|icer)?|plt|pilot|wg|wing|gp|group|sqn|squadron|ldr|leader|air|ch(?:f|ief)?|marshal',
  'cdr|cmdr|commander|cmdre|commodore|adm(?:iral)?|rear|vice|r\\.? ?adm|v\\.? ?adm|cpo|po|petty|seaman|acm|avm|constable|l\\.? ?c',
  'mom|rajawongse?|ratchawong|luang|chao|m\\.? ?r|m\\.? ?l|m\\.? ?c|h\\.? ?s\\.? ?h|h\\.? ?r\\.? ?h|prince(?:ss)?|hon|sir|dame|lady|lord',
  'rev(?:erend)?|fr|father|ven(?:erable)?|phra|samanen|sister|bro(?:ther)?|pastor',
  'phra ?(?:maha|khru|kru)',
];

/** Words that are titles in a chain and given names alone. */
export const latinNameTitles: readonly string[] = [
  'wing|major|prince(?:ss)?|lady|lord|sir|dame|hon|sen|ven|pol|chao|luang|air|field|sub|first|second|act|flight|private',
];

/** Titles and degrees after a name. */
export const trailingTitles: readonly string[] = [
  'ร\\.? ?น\\.?',
  'mr|mrs|ms|miss|dr',
  'ph\\.? ?d|m\\.? ?d|d\\.? ?d\\.? ?s|r\\.? ?t\\.? ?n|jr|sr',
  'นาย|นาง|นางสาว|น\\.? ?ส',
];

export const companyWords: readonly string[] = ['บริษัท', 'ห้างหุ้นส่วน', 'จำกัด', 'มูลนิธิ', 'สมาคม', 'หจก.', 'บจก.', 'บมจ.'];
