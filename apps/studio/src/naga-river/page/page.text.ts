// Thai texts of the pages of naga-river.

import type { NagaSymbol } from '#studio/naga-river/maths';

export const symbolNames: Readonly<Record<NagaSymbol, string>> = {
  naga: 'นาค',
  krathong: 'กระทง',
  fish: 'ปลาตะเพียน',
  boat: 'เรือ',
  bell: 'กระดิ่ง',
  lantern: 'โคม',
  lotus: 'บัว',
  shell: 'หอย',
  pearl: 'ไข่มุก',
  fireball: 'บั้งไฟพญานาค',
};

export const nagaText = {
  facts: (ways: number, percent: string) => `${ways} ทาง · RTP ${percent}%`,
  play: 'หมุน',
  ready: 'แตะหมุนเพื่อเริ่ม',
  multiplier: (times: number) => `×${times}`,
  multiplierLabel: 'ตัวคูณของรอบนี้',
  cascades: (count: number) => (count === 1 ? 'ไหลลง 1 ครั้ง' : `ไหลลง ${count} ครั้ง`),
  stepPays: (amount: string, times: number) => `${amount} บาท (×${times}) น้ำกำลังไหล…`,
  wayDetail: (symbol: string, count: number, ways: number, amount: string) =>
    `${symbol} ${count} วงล้อ · ${ways} ทาง · ${amount} บาท`,
  stepDetail: (step: number, times: number, words: string) => `ครั้งที่ ${step} (×${times}) · ${words}`,
  intro: 'จ่ายตามทาง: สัญลักษณ์เดียวกันบนวงล้อที่ติดกันจากซ้าย 3 วงล้อขึ้นไป แถวใดก็ได้ ทุกทางที่ตรงกันจ่ายแยกกัน',
  wild: 'อยู่ที่วงล้อ 2, 3, 4 ใช้แทนได้ทุกสัญลักษณ์ ยกเว้นบั้งไฟ',
  fireball: 'อยู่ที่วงล้อ 1, 3, 5 ครบ 3 ลูกในหน้าแรก ได้ฟรีสปิน',
  cascadeTitle: 'น้ำไหล',
  cascade: (base: readonly number[]) =>
    `สัญลักษณ์ที่ได้รางวัลจมลง ของด้านบนไหลลงมาแทน แล้วจ่ายอีกครั้งด้วยตัวคูณถัดไป ${base.map((times) => `×${times}`).join(' ')} จนกว่าจะไม่มีรางวัล`,
  freeTitle: 'ฟรีสปิน',
  free: (spins: number, times: readonly number[]) =>
    `ได้ ${spins} รอบ ตัวคูณเป็น ${times.map((factor) => `×${factor}`).join(' ')} เล่นที่เดิมพันเดิมโดยไม่หักเครดิต บั้งไฟในฟรีสปินให้รอบเพิ่ม ออกจากเกมแล้วกลับมาเล่นต่อได้`,
  rtp: (percent: string) =>
    `${percent}% รวมน้ำไหลและฟรีสปิน นับจากหน้าวงล้อที่เป็นไปได้ทั้งหมด 3,200,000 แบบ เป็นค่าเฉลี่ยระยะยาว ไม่ใช่ผลของรอบใดรอบหนึ่ง ทุกเดิมพันมีอัตราเท่ากัน`,
} as const;
