// Thai texts of the pages of chaba-blossom.

import type { SlotSymbol } from '#studio/chaba-blossom/maths';

export const symbolNames: Readonly<Record<SlotSymbol, string>> = {
  hibiscus: 'ชบา',
  elephant: 'ช้าง',
  boat: 'เรือ',
  tuktuk: 'ตุ๊กตุ๊ก',
  lotus: 'บัว',
  fan: 'พัด',
  mango: 'มะม่วง',
  lantern: 'โคม',
};

export const blossomText = {
  facts: (lines: number, percent: string) => `${lines} ไลน์ · RTP ${percent}%`,
  play: 'หมุน',
  ready: 'แตะหมุนเพื่อเริ่ม',
  line: (number: number) => `ไลน์ที่ ${number}`,
  lineCount: (count: number) => `${count} ไลน์`,
  lineDetail: (line: number, symbol: string, count: number, amount: string) =>
    `ไลน์ที่ ${line} · ${symbol} ×${count} · ${amount} บาท`,
  lanternDetail: (count: number, amount: string) => `โคม ${count} ดวง · ${amount} บาท`,
  lanterns: (count: number) => `โคม ${count} ดวง`,
  intro: 'จ่ายจากซ้ายไปขวา เรียงติดกันตั้งแต่วงล้อแรก 3 ตัวขึ้นไป ไลน์ละหนึ่งรางวัลที่สูงที่สุด',
  wild: 'ชบาใช้แทนได้ทุกสัญลักษณ์ ยกเว้นโคม',
  lantern: 'โคม 3 ดวงขึ้นไปที่ตำแหน่งใดก็ได้ จ่ายเป็นเท่าของเดิมพันทั้งหมด และได้ฟรีสปิน',
  freeTitle: 'ฟรีสปิน',
  free: (spins: readonly number[], times: number) =>
    `โคม 3, 4, 5 ดวง ได้ฟรีสปิน ${spins.join(', ')} รอบ ทุกรางวัลในฟรีสปินจ่าย ${times} เท่า เล่นที่เดิมพันเดิมโดยไม่หักเครดิต โคมในฟรีสปินให้รอบเพิ่ม ออกจากเกมแล้วกลับมาเล่นต่อได้`,
  linesTitle: 'ไลน์จ่าย 20 ไลน์',
  rtp: (percent: string) =>
    `${percent}% รวมฟรีสปิน คำนวณจากวงล้อและตารางจ่ายทุกแบบที่เป็นไปได้ เป็นค่าเฉลี่ยระยะยาว ไม่ใช่ผลของรอบใดรอบหนึ่ง ทุกเดิมพันมีอัตราเท่ากัน`,
} as const;
