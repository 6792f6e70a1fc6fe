// Thai texts of member limits.

import type { CalendarSpan, PlayLimitSpan } from '@chaba/contract/limits';
import { messageText } from '@chaba/contract/messages.text';
import { formatTime, type Calendar } from '@chaba/contract/thai-time';

/** "1 ชั่วโมง 30 นาที" */
function formatHours(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [...(hours > 0 ? [`${hours} ชั่วโมง`] : []), ...(rest > 0 || hours === 0 ? [`${rest} นาที`] : [])];
  return parts.join(' ');
}

/** Texts of one kind of limit: its name, the action that sets it, and the suffix of its figure. */
export const createLimitTexts = (noun: string, set: string, unit: string) => ({
  none: `ไม่ได้ตั้ง${noun}`,
  wish: (to: string | undefined) => (to === undefined ? `ขอยกเลิก${noun}` : `ขอเพิ่มเป็น ${to}${unit}`),
  confirmFrom: (time: string, calendar: Calendar) => `ยืนยันได้ตั้งแต่ ${formatTime(new Date(time), calendar)}`,
  confirmUntil: (time: string, calendar: Calendar) => `ยืนยันได้ถึง ${formatTime(new Date(time), calendar)}`,
  lapses: 'หลังจากนั้นคำขอจะถูกยกเลิก',
  set,
  change: 'เปลี่ยน',
  forLimit: (act: string, name: string) => `${act} ${name}`,
  confirm: 'ยืนยัน',
  confirmQuestion: `ยืนยันการเปลี่ยน${noun}นี้ใช่หรือไม่`,
  rules: [`ตั้งครั้งแรกหรือลด${noun} มีผลทันที`, `เพิ่มหรือยกเลิก${noun} ต้องรอ 24 ชั่วโมงแล้วกลับมายืนยันอีกครั้งภายใน 7 วัน`],
  save: 'บันทึก',
  drop: `ขอยกเลิก${noun}`,
  takeBack: 'ยกเลิกคำขอ',
  invalid: `กรุณากรอก${noun}ให้ถูกต้อง`,
  failed: `ตั้ง${noun}ไม่สำเร็จ`,
  needsInternet: messageText.noConnection, // spec §8
});

const spans = { day: 'ต่อวัน', week: 'ต่อสัปดาห์', month: 'ต่อเดือน' } as const;

/** The member's deposit limits. */
export const depositLimitText = {
  ...createLimitTexts('วงเงิน', 'ตั้งวงเงิน', ' บาท'),
  title: 'วงเงินฝากที่คุณตั้งเอง',
  row: (span: CalendarSpan) => spans[span],
  name: (span: CalendarSpan) => `วงเงินฝาก${spans[span]}`,
  field: () => 'ฝากไม่เกิน',
  used: (used: string | undefined, limit: string) => `ฝากแล้ว ${used ?? ''} จาก ${limit} บาท`,
  effects: () => ['เงินที่โอนเกินวงเงินจะไม่เข้าเครดิต และเจ้าหน้าที่จะโอนคืน'],
} as const;

const rows = {
  day: 'ยอดเสียต่อวัน',
  week: 'ยอดเสียต่อสัปดาห์',
  month: 'ยอดเสียต่อเดือน',
  bet: 'เดิมพันต่อครั้ง',
} as const;

const losses = 'ยอดเสียคือเดิมพันหักด้วยเงินที่เกมคืนให้ รวมเครดิตโบนัสด้วย';
const refused = 'เดิมพันที่เกินวงเงินจะไม่ถูกรับ และไม่มีการหักเงิน';

/** The member's play limits. */
export const playLimitText = {
  ...createLimitTexts('วงเงิน', 'ตั้งวงเงิน', ' บาท'),
  title: 'วงเงินเล่นที่คุณตั้งเอง',
  row: (span: PlayLimitSpan) => rows[span],
  name: (span: PlayLimitSpan) => `วงเงิน${rows[span]}`,
  field: (span: PlayLimitSpan) => (span === 'bet' ? 'เดิมพันไม่เกิน' : 'เสียไม่เกิน'),
  used: (used: string | undefined, limit: string) =>
    used === undefined ? `ไม่เกิน ${limit} บาท` : `เสียแล้ว ${used} จาก ${limit} บาท`,
  effects: (span: PlayLimitSpan) => (span === 'bet' ? [refused] : [losses, refused]),
} as const;

/** The member's limit of time played. */
export const timeLimitText = {
  ...createLimitTexts('เวลาเล่นสูงสุด', 'ตั้งเวลา', ''),
  title: 'เวลาเล่นที่คุณตั้งเอง',
  row: () => 'ต่อวัน',
  name: () => 'เวลาเล่นสูงสุดต่อวัน',
  field: () => 'เล่นไม่เกิน',
  invalid: 'กรุณากรอกเวลาเป็นนาที ตั้งแต่ 1 ถึง 1,439',
  minutes: 'นาที',
  choices: 'เลือกเวลา',
  shown: formatHours,
  used: (used: string | undefined, limit: string) => `เล่นแล้ว ${used ?? ''} จาก ${limit}`,
  effects: () => [
    'นับจากเดิมพันของคุณ แต่ละครั้งนับไปจนถึงเดิมพันถัดไป แต่ไม่เกิน 5 นาที',
    'เมื่อครบเวลา เดิมพันใหม่จะไม่ถูกรับจนถึง 12:00 am แต่รอบที่ค้างอยู่เล่นต่อจนจบได้',
  ],
} as const;
