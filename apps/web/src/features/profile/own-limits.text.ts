// Thai texts shared by all member limits.

import { messageText } from '@chaba/contract/messages.text';
import { formatTime, type Calendar } from '@chaba/contract/thai-time';

/** "1 ชั่วโมง 30 นาที" */
export function formatHours(minutes: number): string {
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
