// Thai texts of the pages of all slot titles: results, and rules composed from the features of a title.

import type { Mechanic } from '#studio/games/slots/title';

export const slotText = {
  play: 'หมุน',
  ready: 'แตะหมุนเพื่อเริ่ม',
  rtp: (places: string, percent: string) => `${places} · RTP ${percent}%`,
  lines: (count: number) => `${count} ไลน์`,
  ways: (count: string) => `${count} ทาง`,
  waysUpTo: (count: string) => `สูงสุด ${count} ทาง`,
  anywhere: 'จ่ายทุกตำแหน่ง',
  cluster: 'จ่ายเป็นกลุ่ม',
  rowNames: (count: number) =>
    count === 3 ? ['แถวบน', 'แถวกลาง', 'แถวล่าง'] : Array.from({ length: count }, (_, row) => `แถว ${row + 1}`),
  window: (rows: string) => `วงล้อ ${rows}`,
  reel: (number: number, symbols: string) => `วงล้อ ${number} ${symbols}`,
  line: (number: number) => `ไลน์ที่ ${number}`,
  lineCount: (count: number) => `${count} ไลน์`,
  cascades: (count: number) => `ไหลลง ${count} ครั้ง`,
  scatters: (symbol: string, count: number) => `${symbol} ${count} ตัว`,
  hold: (symbol: string) => `หมุนเก็บ${symbol}`,
  multiplier: (times: number) => `×${times}`,
  multiplierLabel: 'ตัวคูณของรอบนี้',
  windowPays: (amount: string, times: number) =>
    times > 1 ? `${amount} บาท (×${times}) กำลังไหลลง…` : `${amount} บาท กำลังไหลลง…`,
  expanded: (symbol: string) => `${symbol}ขยายเต็มวงล้อ`,
  dropsTotal: (times: number) => `รวมตัวคูณ ×${times}`,
  holdStart: (symbol: string) => `${symbol}ครบแล้ว หมุนเก็บ${symbol}`,
  holdLeft: (symbol: string, left: number) => `หมุนเก็บ${symbol} เหลือ ${left} ครั้ง`,
  holdFull: (symbol: string) => `${symbol}เต็มกระดาน`,
  special: (symbol: string) => `สัญลักษณ์พิเศษของฟรีสปิน: ${symbol}`,
  bookFills: (symbol: string, reels: number) => `${symbol} ขยายเต็ม ${reels} วงล้อ`,
  lineDetail: (line: number, symbol: string, count: number, amount: string) =>
    `ไลน์ที่ ${line} · ${symbol} ×${count} · ${amount} บาท`,
  wayDetail: (symbol: string, count: number, ways: number, amount: string) =>
    `${symbol} ${count} วงล้อ · ${ways} ทาง · ${amount} บาท`,
  groupDetail: (symbol: string, count: number, amount: string) => `${symbol} ${count} ตัว · ${amount} บาท`,
  stepDetail: (step: number, times: number, words: string) => `ครั้งที่ ${step} (×${times}) · ${words}`,
  scatterDetail: (symbol: string, count: number, amount: string) => `${symbol} ${count} ตัว · ${amount} บาท`,
  freeDetail: (symbol: string, count: number, spins: number) => `${symbol} ${count} ตัว · ได้ฟรีสปิน ${spins} รอบ`,
  dropsDetail: (times: number, amount: string) => `ตัวคูณรวม ×${times} · เพิ่ม ${amount} บาท`,
  holdDetail: (symbol: string, count: number, amount: string) => `${symbol} ${count} ช่อง · ${amount} บาท`,
  bookDetail: (symbol: string, reels: number, amount: string) => `${symbol} ${reels} วงล้อ ทุกไลน์ · ${amount} บาท`,
} as const;

/** Sentences of the rules. */
export const ruleText = {
  mechanics: {
    lines: 'จ่ายจากซ้ายไปขวา เรียงติดกันตั้งแต่วงล้อแรก 3 ตัวขึ้นไป ไลน์ละหนึ่งรางวัลที่สูงที่สุด ทุกไลน์รวมกัน',
    waysCascade: 'จ่ายตามทาง: สัญลักษณ์เดียวกันบนวงล้อที่ติดกันจากซ้าย 3 วงล้อขึ้นไป แถวใดก็ได้ ทุกทางที่ตรงกันจ่ายแยกกัน',
    holdAndSpin: 'จ่ายจากซ้ายไปขวา เรียงติดกันตั้งแต่วงล้อแรก 3 ตัวขึ้นไป และเก็บสัญลักษณ์ที่มีมูลค่าเพื่อรับรางวัลพิเศษ',
    variableWays: 'แต่ละวงล้อแสดงจำนวนแถวไม่เท่ากันทุกครั้งที่หมุน จ่ายตามทาง: สัญลักษณ์เดียวกันบนวงล้อที่ติดกันจากซ้าย แถวใดก็ได้',
    anywhere: 'จ่ายเมื่อมีสัญลักษณ์เดียวกันครบจำนวน อยู่ตำแหน่งใดก็ได้',
    cluster: 'จ่ายเมื่อสัญลักษณ์เดียวกันอยู่ติดกันเป็นกลุ่ม ด้านข้างหรือบนล่าง ครบจำนวน',
    book: 'จ่ายจากซ้ายไปขวา เรียงติดกันตั้งแต่วงล้อแรก 3 ตัวขึ้นไป สมุดใช้แทนได้ทุกสัญลักษณ์ และให้ฟรีสปิน',
    threeReels: 'สามวงล้อ จ่ายเมื่อไลน์มีสัญลักษณ์เดียวกันครบ 3 ตัว',
  } satisfies Readonly<Record<Mechanic, string>>,
  wild: (symbol: string) => `${symbol}ใช้แทนได้ทุกสัญลักษณ์ที่มีในตารางจ่าย`,
  countPay: (count: number) => `${count}×`,
  sizePay: (from: number, to: number | undefined) =>
    to === undefined ? `${from}+` : from === to ? `${from}` : `${from}–${to}`,
  waysTitle: 'จำนวนทาง',
  ways: (heights: string) => `แต่ละวงล้อแสดง ${heights} แถว จำนวนทางคือจำนวนแถวของทุกวงล้อคูณกัน`,
  waysFree: (heights: string) => `ในฟรีสปินแต่ละวงล้อแสดง ${heights} แถว`,
  cascadeTitle: 'ไหลลง',
  cascade: (times: string) =>
    `สัญลักษณ์ที่ได้รางวัลหายไป ของด้านบนเลื่อนลงมาแทน แล้วจ่ายอีกครั้ง จนกว่าจะไม่มีรางวัล ตัวคูณของแต่ละครั้ง: ${times} แล้วคงที่`,
  cascadePlain: 'สัญลักษณ์ที่ได้รางวัลหายไป ของด้านบนเลื่อนลงมาแทน แล้วจ่ายอีกครั้ง จนกว่าจะไม่มีรางวัล',
  freeTitle: 'ฟรีสปิน',
  free: (symbol: string, grants: string) =>
    `${symbol} ${grants} รอบ นับจากหน้าแรกของรอบ เล่นที่เดิมพันเดิมโดยไม่หักเครดิต ได้เพิ่มระหว่างฟรีสปินด้วย รวมไม่เกิน 100 รอบ ออกจากเกมแล้วกลับมาเล่นต่อได้`,
  grant: (count: number, spins: number) => `${count} ตัวได้ ${spins}`,
  grantFrom: (count: number, spins: number) => `${count} ตัวขึ้นไปได้ ${spins}`,
  freeTimes: (times: string) => `ในฟรีสปินรางวัลคูณ ${times}`,
  freeTimesExcept: (times: string, hold: string) => `ในฟรีสปินรางวัลคูณ ${times} ยกเว้นรางวัลจาก${hold}ซึ่งจ่าย ×1`,
  scatterPays: (symbol: string) => `${symbol}จ่ายเป็นเงินทันที อยู่ตำแหน่งใดก็ได้`,
  hold: (symbol: string, from: number, respins: number, chance: string) =>
    `${symbol}ครบ ${from} ตัวขึ้นไป ${symbol}ค้างไว้ แล้วหมุนเฉพาะช่องว่าง ${respins} ครั้ง แต่ละช่องมีโอกาสได้${symbol} ${chance}% ต่อครั้ง ได้${symbol}ใหม่เริ่มนับ ${respins} ครั้งอีก จบแล้วจ่ายมูลค่า${symbol}ทุกช่องรวมกัน`,
  holdValues: (symbol: string, values: string) => `มูลค่า${symbol} (บาท): ${values}`,
  holdFull: (symbol: string, amount: string) => `${symbol}เต็มทุกช่อง ได้เพิ่มอีก ${amount} บาท`,
  expandingTitle: 'ขยายเต็มวงล้อ',
  expanding: (symbol: string, reels: string) => `${symbol}บนวงล้อ ${reels} ขยายเต็มวงล้อก่อนจ่าย`,
  bookTitle: 'สัญลักษณ์พิเศษ',
  book: (symbols: string) =>
    `เมื่อได้ฟรีสปิน ระบบสุ่มสัญลักษณ์พิเศษหนึ่งตัว (${symbols}) ในฟรีสปินทุกรอบ สัญลักษณ์นั้นขยายเต็มวงล้อที่พบ และจ่ายทุกไลน์ตามจำนวนวงล้อ โดยไม่ต้องติดกัน`,
  bookLine: (book: string) => `${book}เรียงเต็มไลน์ไม่มีรางวัลของไลน์ ${book}จ่ายตามจำนวนที่พบทุกตำแหน่งเท่านั้น`,
  share: (symbol: string, percent: string) => `${symbol} ${percent}%`,
  wildTimesTitle: 'ตัวคูณ',
  wildTimes: (symbol: string, values: string) => `${symbol}แต่ละตัวในไลน์ที่ได้รางวัลคูณรางวัลด้วย ${values} หลายตัวคูณต่อกัน`,
  dropsTitle: 'ตัวคูณสะสม',
  drops: (symbol: string, values: string) =>
    `เมื่อไหลลงจบและมีรางวัล ตัวคูณบน${symbol}ทุกใบบวกกัน แล้วคูณรางวัลทั้งหมดของรอบ: ${values}`,
  linesTitle: (count: number) => `ไลน์จ่าย ${count} ไลน์`,
  figuresTitle: 'ตัวเลขของเกม',
  volatility: ['ต่ำมาก', 'ต่ำ', 'ปานกลาง', 'สูง', 'สูงมาก'],
  figures: (volatility: number, word: string, paying: string, gaining: string) =>
    `ความผันผวน ${volatility} จาก 5 (${word}) · มีรางวัล ${paying}% ของรอบ · ได้มากกว่าเดิมพัน ${gaining}% ของรอบ`,
  largest: (amount: string, times: string, rounds: string) =>
    `รางวัลสูงสุดที่พบในการทดสอบ ${rounds} รอบ: ${amount} บาท (${times} เท่าของเดิมพัน) ไม่พบรอบที่ได้มากกว่านี้ โอกาสได้มากกว่านี้ไม่เกิน 3 ใน ${rounds}`,
  largestWithFree: (amount: string, times: string, rounds: string) =>
    `รางวัลสูงสุดที่พบในการทดสอบ ${rounds} รอบ รวมฟรีสปินของรอบ: ${amount} บาท (${times} เท่าของเดิมพัน) ไม่พบรอบที่ได้มากกว่านี้ โอกาสได้มากกว่านี้ไม่เกิน 3 ใน ${rounds}`,
  cap: (amount: string, times: string) => `หนึ่งรอบจ่ายไม่เกิน ${times} เท่าของเดิมพัน (${amount} บาท)`,
  capEachSpin: (amount: string, times: string) =>
    `การหมุนแต่ละครั้ง รวมทั้งฟรีสปินแต่ละรอบ จ่ายไม่เกิน ${times} เท่าของเดิมพัน (${amount} บาท)`,
  rtp: (percent: string) =>
    `${percent}% รวมทุกลูกเล่น คำนวณจากวงล้อและตารางจ่ายทุกแบบที่เป็นไปได้ เป็นค่าเฉลี่ยระยะยาว ไม่ใช่ผลของรอบใดรอบหนึ่ง ทุกเดิมพันมีอัตราเท่ากัน`,
} as const;
