// Thai words of the limits that a member sets for deposits.

import { formatTime, type Calendar } from '@chaba/contract/thai-time';

export const text = {
  title: 'วงเงินฝากที่คุณตั้งเอง',
  spans: { day: 'ต่อวัน', week: 'ต่อสัปดาห์', month: 'ต่อเดือน' },
  none: 'ไม่ได้ตั้งวงเงิน',
  used: (used: string, limit: string) => `ฝากแล้ว ${used} จาก ${limit} บาท`,
  wish: (to: string | undefined) => (to === undefined ? 'ขอยกเลิกวงเงิน' : `ขอเพิ่มเป็น ${to} บาท`),
  confirmFrom: (time: string, calendar: Calendar) => `ยืนยันได้ตั้งแต่ ${formatTime(new Date(time), calendar)}`,
  set: 'ตั้งวงเงิน',
  change: 'เปลี่ยน',
  forSpan: (act: string, span: string) => `${act} วงเงินฝาก${span}`,
  confirm: 'ยืนยัน',
  confirmQuestion: 'ยืนยันการเปลี่ยนวงเงินนี้ใช่หรือไม่',
  dialogTitle: (span: string) => `วงเงินฝาก${span}`,
  field: 'ฝากไม่เกิน',
  effects: [
    'ตั้งครั้งแรกหรือลดวงเงิน มีผลทันที',
    'เพิ่มหรือยกเลิกวงเงิน ต้องรอ 24 ชั่วโมงแล้วกลับมายืนยันอีกครั้ง',
    'เงินที่โอนเกินวงเงินจะไม่เข้าเครดิต และเจ้าหน้าที่จะโอนคืน',
  ],
  save: 'บันทึก',
  drop: 'ขอยกเลิกวงเงิน',
  takeBack: 'ยกเลิกคำขอ',
  invalid: 'กรุณากรอกวงเงินให้ถูกต้อง',
  failed: 'ตั้งวงเงินไม่สำเร็จ',
  needsInternet: 'ต้องเชื่อมต่ออินเทอร์เน็ต',
} as const;
