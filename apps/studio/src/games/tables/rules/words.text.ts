// Thai words of the tables: names, places, results and rules. Positions in bets are named by these words too.

export type TableWords = {
  readonly name: string;
  /** A place, short enough for its button. */
  place(type: string): string;
  /** A result, from its marks on the road. */
  result(mark: readonly string[]): string;
  /** A result in the statistics. */
  share(name: string): string;
  /** A result on the road, in one or two letters. */
  bead(mark: readonly string[]): string;
  readonly rules: readonly string[];
};

const from = (words: Readonly<Record<string, string>>, name = ''): string => words[name] ?? name;
const list = (type: string): string => type.slice(type.indexOf(':') + 1);
const kind = (type: string): string => type.split(':', 1)[0] ?? '';

const fixed = 'ถอนเดิมพันได้ก่อนปิดรับ เดิมพันที่กระเป๋าเงินยังไม่ยืนยันเมื่อปิดรับจะถูกยกเลิกและคืนเงิน';

const cardSides: Readonly<Record<string, string>> = {
  player: 'ผู้เล่น',
  banker: 'เจ้ามือ',
  tie: 'เสมอ',
  playerPair: 'ผู้เล่นคู่',
  bankerPair: 'เจ้ามือคู่',
  six: 'เจ้ามือชนะ 6 แต้ม',
};
const cardWins: Readonly<Record<string, string>> = { player: 'ผู้เล่นชนะ', banker: 'เจ้ามือชนะ', tie: 'เสมอ' };
const baccaratShared = {
  place: (type: string) => from(cardSides, type),
  result: ([winner]: readonly string[]) => from(cardWins, winner),
  share: (name: string) => from(cardWins, name),
  bead: ([winner]: readonly string[]) => from({ player: 'P', banker: 'B', tie: 'T' }, winner),
};
const baccaratRules = [
  'ไพ่ 8 สำรับ ฝ่ายที่ได้แต้มใกล้ 9 กว่าชนะ A นับ 1 แต้ม 10 J Q K นับ 0 แต้ม นับเฉพาะหลักหน่วย',
  'สองใบแรกได้ 8 หรือ 9 แต้ม จบรอบทันที',
  'ผู้เล่นได้ 0–5 แต้มจั่วใบที่สาม 6–7 แต้มอยู่',
  'ถ้าผู้เล่นอยู่ เจ้ามือจั่วเมื่อได้ 0–5 แต้ม ถ้าผู้เล่นจั่ว เจ้ามือจั่วตามแต้มของไพ่ใบที่สาม: 0–2 จั่วเสมอ, 3 จั่วยกเว้น 8, 4 จั่วเมื่อ 2–7, 5 จั่วเมื่อ 4–7, 6 จั่วเมื่อ 6–7, 7 อยู่',
] as const;

const animals: Readonly<Record<string, string>> = {
  dragon: 'มังกร',
  tiger: 'เสือ',
  tie: 'เสมอ',
  'suited-tie': 'เสมอดอกเดียวกัน',
};
const kinds: Readonly<Record<string, string>> = { odd: 'คี่', even: 'คู่', red: 'แดง', black: 'ดำ' };
const animalWins: Readonly<Record<string, string>> = { dragon: 'มังกรชนะ', tiger: 'เสือชนะ', tie: 'เสมอ' };

const colours: Readonly<Record<string, string>> = { red: 'แดง', black: 'ดำ', green: 'เขียว' };
const roulettePlaces: Readonly<Record<string, string>> = {
  ...colours,
  odd: 'คี่',
  even: 'คู่',
  low: '1–18',
  high: '19–36',
  'dozen:1': 'โหล 1–12',
  'dozen:2': 'โหล 13–24',
  'dozen:3': 'โหล 25–36',
  'column:1': 'แถวตั้ง 1',
  'column:2': 'แถวตั้ง 2',
  'column:3': 'แถวตั้ง 3',
};

const sides: Readonly<Record<string, string>> = {
  low: 'ต่ำ',
  high: 'สูง',
  eleven: '11 ไฮโล',
  small: 'เล็ก',
  big: 'ใหญ่',
  odd: 'คี่',
  even: 'คู่',
  triple: 'ตอง',
  'any-triple': 'ตองใดก็ได้',
  'one-colour': 'สีเดียวกันสามลูก',
  mixed: 'สามลูกคละสี',
};
const pictures = ['เสือ', 'น้ำเต้า', 'ไก่', 'ปลา', 'ปู', 'กุ้ง'] as const;
const pictureNames: Readonly<Record<string, string>> = {
  tiger: 'เสือ',
  gourd: 'น้ำเต้า',
  rooster: 'ไก่',
  fish: 'ปลา',
  crab: 'ปู',
  shrimp: 'กุ้ง',
};
const pictureList = (type: string): string =>
  list(type)
    .split('-')
    .map((face) => pictures[Number(face) - 1] ?? face)
    .join(' ');

/** Places of dice with numbers. */
function dicePlace(type: string): string {
  const faces = list(type).replaceAll('-', ' ');
  switch (kind(type)) {
    case 'die':
      return faces;
    case 'dice':
      return faces.replaceAll(' ', '–');
    case 'low':
    case 'high':
      return type.includes(':') ? `${faces} ${from(sides, kind(type))}` : from(sides, type);
    case 'total':
      return `รวม ${faces}`;
    case 'double':
      return `คู่ ${faces}`;
    case 'triple':
      return `ตอง ${faces}`;
    default:
      return from(sides, type);
  }
}

const headNames = ['ก้อยสี่', 'หัวหนึ่ง', 'หัวสอง', 'หัวสาม', 'หัวสี่'] as const;
const dealerPlaces: Readonly<Record<string, string>> = {
  'dealer-pair': 'เจ้ามือคู่',
  'dealer-suited': 'เจ้ามือสองเด้ง',
  'dealer-pok': 'เจ้ามือป๊อก',
};
const boxResult: Readonly<Record<string, string>> = {
  boxes: 'ขาชนะมากกว่า',
  dealer: 'เจ้ามือชนะมากกว่า',
  even: 'ชนะเท่ากัน',
};

export const tableWords: Readonly<Record<string, TableWords>> = {
  baccarat: {
    ...baccaratShared,
    name: 'บาคาร่าชบา',
    rules: [...baccaratRules, 'เจ้ามือชนะหักค่าคอมมิชชัน 5% เมื่อเสมอ คืนเดิมพันผู้เล่นและเจ้ามือ', fixed],
  },
  'baccarat-six': {
    ...baccaratShared,
    name: 'ซูเปอร์ซิกซ์',
    rules: [...baccaratRules, 'ไม่หักค่าคอมมิชชัน แต่เจ้ามือชนะด้วย 6 แต้มจ่ายครึ่งเดียว เมื่อเสมอ คืนเดิมพันผู้เล่นและเจ้ามือ', fixed],
  },
  'suea-mangkon': {
    name: 'เสือมังกร',
    place: (type) => {
      const [side = '', of] = type === 'suited-tie' ? [type] : type.split('-');
      return of === undefined ? from(animals, side) : `${from(animals, side)}${from(kinds, of)}`;
    },
    result: ([winner]) => from(animalWins, winner),
    share: (name) => from(animalWins, name),
    bead: ([winner]) => from({ dragon: 'ม', tiger: 'ส', tie: '=' }, winner),
    rules: [
      'แจกฝั่งละใบจากไพ่ 8 สำรับที่สับใหม่ทุกรอบ ไพ่สูงกว่าชนะ K สูงสุด A ต่ำสุด ดอกไม่มีผล',
      'เมื่อแต้มเสมอกัน เดิมพันเสือและมังกรได้คืนครึ่งหนึ่ง',
      'คี่คือ A 3 5 7 9 J K คู่คือ 2 4 6 8 10 Q สีแดงคือโพแดงและข้าวหลามตัด',
      fixed,
    ],
  },
  roulette: {
    name: 'รูเล็ต',
    place: (type) => {
      if (kind(type) === type || /^(dozen|column)/.test(type)) return from(roulettePlaces, type);
      return kind(type) === 'line' ? list(type).replace(/-.*-/, '–') : list(type);
    },
    result: ([colour, number]) => (number === '0' ? '0' : `${number ?? ''} ${from(colours, colour)}`),
    share: (name) => (name === 'green' ? 'ศูนย์' : from(colours, name)),
    bead: ([, number]) => number ?? '',
    rules: [
      'วงล้อ 37 ช่อง เลข 0 ถึง 36 มีศูนย์ช่องเดียว ลูกบอลตกช่องใดช่องนั้นชนะ',
      'เลขเดี่ยวจ่าย 35 สองเลขติดกัน 17 สามเลข 11 สี่เลข 8 หกเลข 5 โหลและแถวตั้ง 2 แดง ดำ คู่ คี่ ต่ำ สูง 1',
      'เมื่อออกศูนย์ แดง ดำ คู่ คี่ 1–18 19–36 โหล และแถวตั้งแพ้',
      fixed,
    ],
  },
  'hi-lo': {
    name: 'ไฮโล',
    place: dicePlace,
    result: ([side, total]) => (side === 'eleven' ? '11 ไฮโล' : `${total ?? ''} ${from(sides, side)}`),
    share: (name) => from(sides, name),
    bead: ([, total]) => total ?? '',
    rules: [
      'เต๋าสามลูกใต้ถ้วย แต้มรวม 3–10 คือต่ำ 12–18 คือสูง 11 คือไฮโล',
      'เลขเดี่ยว: ออกหนึ่งลูกจ่าย 1 สองลูกจ่าย 2 สามลูกจ่าย 12 · เลขคู่: ออกทั้งสองเลขจ่าย 6',
      '1–2–3 และ 4–5–6: ออกสองเลขต่างกันจ่าย 1.4 ออกครบสามเลขจ่าย 5',
      'เลขกับด้าน เช่น 4 ต่ำ: ต้องมีเลขนั้นและแต้มรวมอยู่ด้านนั้น',
      fixed,
    ],
  },
  'sic-bo': {
    name: 'ซิกโบ',
    place: dicePlace,
    result: ([side, total]) => `${total ?? ''} ${from(sides, side)}`,
    share: (name) => from(sides, name),
    bead: ([, total]) => total ?? '',
    rules: [
      'เต๋าสามลูกใต้ถ้วย เล็กคือแต้มรวม 4–10 ใหญ่คือ 11–17 เมื่อออกตอง เล็ก ใหญ่ คู่ คี่แพ้ทั้งหมด',
      'แต้มรวม 4 และ 17 จ่าย 66 · 5 และ 16 จ่าย 33 · 6 และ 15 จ่าย 19 · 7 และ 14 จ่าย 13 · 8 และ 13 จ่าย 9 · 9 และ 12 จ่าย 7 · 10 และ 11 จ่าย 6.5',
      'เลขเดี่ยว: ออกหนึ่งลูกจ่าย 1 สองลูกจ่าย 2 สามลูกจ่าย 12 · สองเลขจ่าย 6 · เลขคู่ (สองลูกเหมือนกันขึ้นไป) จ่าย 12 · ตองระบุเลขจ่าย 200 · ตองใดก็ได้จ่าย 33',
      fixed,
    ],
  },
  'nam-tao': {
    name: 'น้ำเต้าปูปลา',
    place: (type) => {
      if (kind(type) === 'picture' || kind(type) === 'pictures') return pictureList(type);
      return kind(type) === 'three' ? `ตอง${pictureList(type)}` : from(sides, type);
    },
    result: ([, ...faces]) => faces.map((face) => from(pictureNames, face)).join(' '),
    share: (name) => from(sides, name),
    bead: ([, face]) => from(pictureNames, face).slice(0, 2),
    rules: [
      'เต๋าสามลูก หกรูป เสือกับน้ำเต้าสีแดง ไก่กับปลาสีน้ำเงิน ปูกับกุ้งสีเขียว',
      'รูปเดี่ยว: ออกหนึ่งลูกจ่าย 1 สองลูกจ่าย 2 สามลูกจ่าย 12 · สองรูป: ออกทั้งคู่จ่าย 6',
      'สามลูกสีเดียวกันจ่าย 7.5 · ตองใดก็ได้จ่าย 33 · ตองระบุรูปจ่าย 200',
      fixed,
    ],
  },
  'kam-thua': {
    name: 'กำถั่ว',
    place: (type) => {
      const [numbers = '', push] = list(type).split('/');
      if (kind(type) === type) return from(sides, type);
      return push === undefined ? numbers.replaceAll('-', ' ') : `${numbers.replaceAll('-', ' ')} คืน ${push}`;
    },
    result: ([left]) => `เหลือ ${left ?? ''}`,
    share: (name) => `เหลือ ${name}`,
    bead: ([left]) => left ?? '',
    rules: [
      'กำเม็ดถั่วออกมากองหนึ่ง นับออกครั้งละสี่เม็ด ที่เหลือ 1 2 3 หรือ 4 เม็ดคือผล',
      'เลขเดียวจ่าย 2.85 · สองเลข คู่ คี่ จ่าย 0.95 · สามเลขจ่าย 0.31',
      'ได้หนึ่งคืนหนึ่ง (เช่น 1 คืน 2) จ่าย 1.9 · ได้สองคืนหนึ่งจ่าย 0.475 เลขที่คืนได้เดิมพันคืน',
      fixed,
    ],
  },
  'si-rian': {
    name: 'สี่เหรียญ',
    place: (type) => (kind(type) === type ? from(sides, type) : (headNames[Number(list(type))] ?? type)),
    result: ([side, heads]) => `${headNames[Number(heads)] ?? ''} · ${from(sides, side)}`,
    share: (name) => from(sides, name),
    bead: ([, heads]) => heads ?? '',
    rules: [
      'เหรียญสี่เหรียญใต้ถ้วย นับจำนวนที่ออกหัว 0 2 4 คือคู่ 1 3 คือคี่',
      'คู่ คี่ จ่าย 0.95 · หัวหนึ่งหรือหัวสามจ่าย 2.8 · หัวสองจ่าย 1.55 · หัวสี่หรือก้อยสี่จ่าย 14',
      fixed,
    ],
  },
  'pok-deng': {
    name: 'ป๊อกเด้ง',
    place: (type) => dealerPlaces[type] ?? `ขา ${list(type)}`,
    result: ([, score = '']) => {
      const [won = '', lost = ''] = score.split(':');
      return `ขาชนะ ${won} แพ้ ${lost}`;
    },
    share: (name) => from(boxResult, name),
    bead: ([, score]) => score?.split(':')[0] ?? '',
    rules: [
      'ห้าขาเทียบกับเจ้ามือ ไพ่หนึ่งสำรับสับใหม่ทุกรอบ A นับ 1 แต้ม 10 J Q K นับ 0 แต้ม นับเฉพาะหลักหน่วย',
      'สองใบได้ 8 หรือ 9 แต้มคือป๊อก จบทันที ถ้าเจ้ามือป๊อกทุกขาเปิดไพ่ ขาหรือเจ้ามือที่ได้ไม่เกิน 4 แต้มจั่วใบที่สามเสมอ',
      'ป๊อก 9 ชนะป๊อก 8 รองลงมาคือตอง เรียงดอก เรียง สามเหลือง (J Q K ล้วน) แล้วจึงนับแต้ม เท่ากันคือเสมอ คืนเดิมพัน',
      'ไม่มีใครต้องเลือก และไม่เสียเกินเดิมพัน ขาจ่าย 0.95 · ไพ่สองใบแรกของเจ้ามือเป็นคู่จ่าย 15 ดอกเดียวกันจ่าย 3 ป๊อกจ่าย 4',
      fixed,
    ],
  },
  'wong-lo': {
    name: 'วงล้อ',
    place: list,
    result: ([, number, times]) =>
      times === undefined ? `ออก ${number ?? ''}` : `ออก ${number ?? ''} คูณ ${list(times)}`,
    share: (name) => `ออก ${list(name)}`,
    bead: ([, number]) => number ?? '',
    rules: [
      'วงล้อ 52 ช่อง: 1 มี 21 ช่อง 2 มี 14 ช่อง 4 มี 8 ช่อง 9 มี 4 ช่อง 18 มี 2 ช่อง 38 มีช่องเดียว และ ×2 ×10 อย่างละช่อง',
      'ออกเลขใด เดิมพันเลขนั้นได้กำไรเท่าตัวเลข เช่น 9 จ่าย 9',
      'ออก ×2 หรือ ×10 หมุนใหม่ และคูณกำไรของเลขที่ออก คูณได้ไม่เกินสองครั้ง',
      fixed,
    ],
  },
};
