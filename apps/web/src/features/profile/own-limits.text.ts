// Thai words that all limits which a member sets have in common.

import { formatTime, type Calendar } from '@chaba/contract/thai-time';

export const text = {
  none: 'ไม่ได้ตั้งวงเงิน',
  wish: (to: string | undefined) => (to === undefined ? 'ขอยกเลิกวงเงิน' : `ขอเพิ่มเป็น ${to} บาท`),
  confirmFrom: (time: string, calendar: Calendar) => `ยืนยันได้ตั้งแต่ ${formatTime(new Date(time), calendar)}`,
  confirmUntil: (time: string, calendar: Calendar) => `ยืนยันได้ถึง ${formatTime(new Date(time), calendar)}`,
  lapses: 'หลังจากนั้นคำขอจะถูกยกเลิก',
  set: 'ตั้งวงเงิน',
  change: 'เปลี่ยน',
  forLimit: (act: string, name: string) => `${act} ${name}`,
  confirm: 'ยืนยัน',
  confirmQuestion: 'ยืนยันการเปลี่ยนวงเงินนี้ใช่หรือไม่',
  effects: ['ตั้งครั้งแรกหรือลดวงเงิน มีผลทันที', 'เพิ่มหรือยกเลิกวงเงิน ต้องรอ 24 ชั่วโมงแล้วกลับมายืนยันอีกครั้งภายใน 7 วัน'],
  save: 'บันทึก',
  drop: 'ขอยกเลิกวงเงิน',
  takeBack: 'ยกเลิกคำขอ',
  invalid: 'กรุณากรอกวงเงินให้ถูกต้อง',
  failed: 'ตั้งวงเงินไม่สำเร็จ',
  needsInternet: 'ต้องเชื่อมต่ออินเทอร์เน็ต',
} as const;
