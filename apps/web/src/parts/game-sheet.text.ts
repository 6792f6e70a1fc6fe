// Thai texts of the sheet of a game, and names of the kinds of play.

import type { Game } from '@chaba/contract/play';

/** Names of the kinds of play and of the volatilities, for the filters and the sheet of a game. */
export const mechanicText: Readonly<Record<NonNullable<Game['mechanic']>, string>> = {
  lines: 'เรียงไลน์',
  waysCascade: 'หลายทาง ไหลลง',
  variableWays: 'พันทาง',
  holdAndSpin: 'หมุนเก็บเหรียญ',
  book: 'ตำราฟรีสปิน',
  anywhere: 'จ่ายทุกตำแหน่ง',
  cluster: 'จ่ายเป็นกลุ่ม',
  threeReels: 'สามวงล้อ',
  videoPoker: 'วิดีโอโป๊กเกอร์',
  cards: 'ไพ่',
  dice: 'ลูกเต๋า',
  wheel: 'วงล้อ',
  counting: 'นับเม็ดและเหรียญ',
  market: 'ทายราคา',
};

export const volatilityWords = ['ต่ำมาก', 'ต่ำ', 'ปานกลาง', 'สูง', 'สูงมาก'] as const;

const MILLION = 1_000_000;
const formatNumber = (value: number): string => value.toLocaleString('th-TH');
const formatRounds = (rounds: number): string =>
  rounds % MILLION === 0 ? `${formatNumber(rounds / MILLION)} ล้าน` : formatNumber(rounds);

export const text = {
  mechanic: mechanicText,
  volatilityWords,
  category: { LIVECASINO: 'คาสิโนสด', EGAMES: 'สล็อต', POKER: 'โป๊กเกอร์', TRADING: 'เทรดดิ้ง' },
  gamesOf: (provider: string) => `เกมของ${provider}`,
  returned: 'อัตราจ่ายคืน (RTP)',
  percent: (percent: string) => `${percent}%`,
  volatility: 'ความผันผวน',
  ofFive: (volatility: number) => `${volatility} จาก 5 `,
  paying: 'รอบที่มีรางวัล',
  gaining: 'รอบที่ได้มากกว่าเดิมพัน',
  winning: 'โอกาสชนะ',
  largest: 'รางวัลสูงสุด',
  times: (times: number) => `${formatNumber(times)} เท่าของเดิมพัน`,
  oneIn: (oneIn: number) => `โอกาส 1 ใน ${formatNumber(oneIn)}`,
  simulated: (rounds: number) =>
    `สูงสุดที่พบใน ${formatRounds(rounds)} รอบทดสอบ · โอกาสได้มากกว่านี้ไม่เกิน 3 ใน ${formatRounds(rounds)}`,
  stakes: 'เดิมพันต่อครั้ง',
  range: (least: number, most: number) => `${formatNumber(least)}–${formatNumber(most)} บาท`,
  bestPlace: 'อัตราจ่ายคืน ความผันผวน และโอกาสชนะ เป็นของช่องที่คืนมากที่สุด ตัวเลขของทุกช่องอยู่ในกติกา',
  rules: 'กติกาและตารางจ่าย',
  checked: 'ตรวจสอบผลได้อย่างไร',
  report: 'รายงานรับรองตัวเลข',
  verify: 'หน้าตรวจสอบผล',
  closedBy: { operator: 'ปิดชั่วคราวโดยแอดมิน', studio: 'ปิดชั่วคราวโดยค่ายเกม' },
  maintenance: 'ปิดปรับปรุงชั่วคราว',
  play: 'เล่นเกมนี้',
  signInToPlay: 'เข้าสู่ระบบเพื่อเล่น',
} as const;
