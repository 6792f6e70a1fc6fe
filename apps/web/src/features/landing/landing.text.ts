// Thai texts of the landing page. The line break of the headline is set by hand.

export const text = {
  headline: ['เล่นเกมออนไลน์', 'ฝากถอนง่าย ปลอดภัย'],
  lead: (categories: readonly string[]) => `${joinWords(categories)} ในที่เดียว`,
  leadAlone: 'รวมเกมออนไลน์ไว้ในที่เดียว',
  register: 'สมัครสมาชิก',
  login: 'เข้าสู่ระบบ',
  choose: 'เลือกเล่น',
  promotions: 'โปรโมชั่น',
  providers: 'ค่ายเกม',
  providerCount: (count: number) => `${count} ค่าย`,
  categories: { LIVECASINO: 'คาสิโนสด', EGAMES: 'สล็อต', POKER: 'โป๊กเกอร์', TRADING: 'เทรดดิ้ง' },
  closedNow: 'ปิดปรับปรุงชั่วคราว',
  noGames: 'ยังไม่มีเกมให้เล่นในขณะนี้',
  noGamesHelp: 'เมื่อเปิดให้เล่นแล้ว ค่ายเกมจะแสดงที่นี่',
  trust: 'ความน่าเชื่อถือ',
  trustFacts: {
    slip: { title: 'ตรวจสลิปในแอป', detail: 'อ่าน QR แล้วแจ้งผลทันที' },
    terms: { title: 'เงื่อนไขเป็นบาท', detail: 'เห็นยอดเทิร์นก่อนกดรับ' },
    names: { title: 'ชื่อบัญชีตรงกัน', detail: 'ถอนเข้าบัญชีที่ผูกไว้เท่านั้น' },
    limits: { title: 'พักการเล่นได้เอง', detail: 'ตั้งแต่ 1 วันถึงไม่มีกำหนด' },
  },
} as const;

/** A list as Thai writes it: spaces, and the last one after "and". */
function joinWords(words: readonly string[]): string {
  if (words.length < 3) return words.join('และ');
  return `${words.slice(0, -1).join(' ')} และ${words.at(-1) ?? ''}`;
}
