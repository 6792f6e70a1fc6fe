// Words of handovers and views in Thai.

import type { ViewScope } from '@chaba/contract/back-office/shifts';

export type ShiftWords = typeof shiftsTh;

export const shiftsTh = {
  list: 'ส่งกะ',
  help: 'บันทึกนี้เก็บงานค้างของนาทีที่ส่งกะ และแสดงที่คิวงานจนกว่าอีกคนจะยืนยันว่าอ่านแล้ว',
  write: 'เขียนบันทึกส่งกะ',
  note: 'บันทึกถึงกะถัดไป',
  now: 'งานค้างตอนนี้',
  before: 'บันทึกที่ผ่านมา',
  nothing: 'ไม่มีงานค้าง',
  overdue: 'เกินเวลา',
  requests: (count: number) => `คำขอที่เปิดอยู่ ${count}`,
  signedIn: (names: string) => `เข้าระบบอยู่: ${names}`,
  confirm: 'ยืนยันว่าอ่านแล้ว',
  unread: 'ยังไม่มีคนอ่าน',
  readBy: (name: string, time: string) => `อ่านโดย ${name} · ${time}`,
  from: (name: string, time: string) => `${name} · ${time}`,
  empty: 'ยังไม่มีบันทึก',
  emptyHelp: 'เมื่อจบกะ เขียนสิ่งที่กะถัดไปต้องรู้',
  banner: (name: string) => `บันทึกส่งกะจาก ${name}`,
  views: 'มุมมอง',
  noView: 'เลือกมุมมอง',
  scopes: { own: 'ของฉัน', shared: 'ใช้ร่วมกัน', role: 'ค่าเริ่มต้นของบทบาท' } as Readonly<Record<ViewScope, string>>,
  saveView: 'บันทึกมุมมอง',
  viewName: 'ชื่อมุมมอง',
  viewScope: 'ใครเห็น',
  viewRole: 'บทบาท',
  viewHelp: 'ตัวกรอง คอลัมน์ และลำดับที่แสดงอยู่',
  columns: 'คอลัมน์',
  usualColumns: 'ใช้ค่าเดิม',
  applyColumns: 'แสดง',
  columnUp: (title: string) => `เลื่อน ${title} ขึ้น`,
  columnDown: (title: string) => `เลื่อน ${title} ลง`,
  save: 'บันทึก',
  saved: (name: string) => `บันทึกมุมมอง ${name} แล้ว`,
  deleteView: (name: string) => `ลบมุมมอง ${name}`,
  manage: 'มุมมองที่มี',
};
