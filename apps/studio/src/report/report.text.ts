// Thai texts of the reports of the games.

import type { LargestWin } from './figures.ts';

const whole = (count: number): string => count.toLocaleString('th');

export const text = {
  title: (name: string) => `รายงานรับรอง · ${name}`,
  lead: 'ตัวเลขทุกตัวคำนวณจากนิยามของเกมชุดเดียวกับที่ใช้ออกผลจริง หน้าเกม ล็อบบี้ และรายงานนี้แสดงตัวเลขเดียวกัน',
  figures: 'ตัวเลขของเกม',
  pays: 'ตารางจ่าย',
  cap: 'เพดานรางวัล',
  place: ({ names, pays, returned, limit }: Readonly<Record<'names' | 'pays' | 'returned' | 'limit', string>>) =>
    `${names} · จ่าย ${pays} · คืน (RTP) ${returned} · ไม่เกิน ${limit} บาทต่อรอบ`,
  places: 'อัตราจ่ายคืนของทุกช่อง',
  proof: 'หลักฐาน',
  returned: 'อัตราจ่ายคืน (RTP)',
  bestPlace: 'อัตราจ่ายคืน (RTP) ของช่องที่ดีที่สุด',
  percent: (percent: string) => `${percent}%`,
  volatility: 'ความผันผวน',
  ofFive: (volatility: number) => `${volatility} จาก 5`,
  paying: 'รอบที่มีรางวัล',
  gaining: 'รอบที่ได้มากกว่าเดิมพัน',
  winning: 'โอกาสชนะของช่องที่ดีที่สุด',
  largest: 'รางวัลสูงสุด',
  largestWin: (win: LargestWin) =>
    'oneIn' in win
      ? `${whole(win.times)} เท่าของเดิมพัน โอกาส 1 ใน ${whole(win.oneIn)}`
      : `${whole(win.times)} เท่าของเดิมพัน สูงสุดที่พบใน ${whole(win.simulatedRounds)} รอบทดสอบ โอกาสได้มากกว่านี้ไม่เกิน 3 ใน ${whole(win.simulatedRounds)}`,
  exact: 'ค่าแม่นยำ',
  method: 'วิธีคำนวณ',
  methods: { closed: 'สูตรจากจำนวนสัญลักษณ์ทุกวงล้อ', counted: 'นับทุกหน้าต่างที่เป็นไปได้' },
  everyOutcome: 'นับทุกผลที่เป็นไปได้',
  simulation: 'การทดสอบ',
  simulated: (rounds: number, percent: string, from: string, to: string) =>
    `${whole(rounds)} รอบ ได้ ${percent}% (ช่วงความเชื่อมั่น 99%: ${from}–${to}%)`,
  away: 'ห่างจากค่าแม่นยำ',
  errors: (away: number) => `${away} ค่าคลาดเคลื่อนมาตรฐาน`,
  revision: 'ฉบับที่',
  definition: 'SHA-256 ของนิยามเกม',
  engine: 'SHA-256 ของเครื่องคำนวณ',
  verify: 'ตรวจสอบผลรอบที่เล่นแล้ว',
} as const;
