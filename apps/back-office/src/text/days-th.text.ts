// Words of business days in Thai.

import type { DayGroup, DayState, DifferenceKind } from '@chaba/contract/back-office/day-close';

export type DayWords = typeof daysTh;

export const daysTh = {
  list: 'ปิดยอดรายวัน',
  dayTitle: (day: string) => `ปิดยอดวันที่ ${day}`,
  back: 'ทุกวัน',
  columns: { day: 'วันที่', state: 'สถานะ', differences: 'ผลต่าง', closed: 'ปิดโดย' },
  states: { counting: 'กำลังนับ', open: 'ยังไม่ปิด', closed: 'ปิดแล้ว' } as Readonly<Record<DayState, string>>,
  changedSince: 'ตัวเลขเปลี่ยนหลังปิด',
  noDifference: 'ไม่มีผลต่าง',
  differenceCount: (all: number, open: number) => (open === 0 ? `${all} อธิบายครบ` : `${all} ยังไม่อธิบาย ${open}`),
  empty: 'ยังไม่มีวันที่สิ้นสุด',
  emptyHelp: 'วันแรกจะแสดงหลังเที่ยงคืน',
  counting: 'ระบบยังนับยอดของวันนี้ไม่เสร็จ ปิดได้หลังนับเสร็จประมาณตีหนึ่งถึงตีสอง',
  ready: 'ไม่มีผลต่างที่ยังไม่อธิบาย ปิดยอดได้',
  notReady: (open: number) => `มีผลต่างที่ยังไม่อธิบาย ${open} รายการ อธิบายให้ครบก่อนปิดยอด`,
  closedBy: (name: string, time: string) => `ปิดโดย ${name} เมื่อ ${time}`,
  waits: (request: string) => `คำขอเปิดใหม่ ${request} รอผู้อื่นพิจารณา`,
  differences: 'ผลต่าง',
  lines: 'ยอดคงเหลือ',
  lineColumns: { name: 'รายการ', opening: 'ยกมา', in: 'เข้า', out: 'ออก', closing: 'คงเหลือ' },
  groups: {
    statement: 'บัญชีธนาคารตามรายการเดินบัญชี',
    bank: 'ธนาคารตามสมุดบัญชีของเรา',
    provider: 'ผลเล่นแยกตามค่าย',
    games: 'ผลเล่นตามบัญชีแยกประเภท',
    players: 'ยอดเงินของสมาชิก',
    payouts: 'รอจ่ายให้สมาชิก',
    'gifts-owed': 'เงินคืนและค่าแนะนำที่ยังไม่รับ',
    debts: 'หนี้ของสมาชิก',
    costs: 'ค่าใช้จ่ายโบนัสและของรางวัล',
    adjustments: 'รายการปรับปรุง',
  } as Readonly<Record<DayGroup, string>>,
  payingAccount: 'บัญชีจ่าย',
  kinds: {
    sums: 'นับซ้ำแล้วไม่เท่าเดิม',
    account: 'ยอดคงเหลือไม่ตรงกับสมุด',
    play: 'ผลเล่นแยกค่ายไม่ตรงกับสมุด',
    provider: 'รายงานของค่ายไม่ตรง',
    bank: 'รายการธนาคารที่ไม่มีคู่',
    finding: 'ข้อสังเกตจากการตรวจสอบ',
    changed: 'เปลี่ยนหลังปิดยอด',
  } as Readonly<Record<DifferenceKind, string>>,
  counts: (kind: DifferenceKind, count: string) =>
    kind === 'bank' ? `${count} รายการของธนาคาร` : `${count} รายการไม่ตรง`,
  amounts: (first: readonly [string, string], second: readonly [string, string], difference: string) =>
    `${first.join(' ')} · ${second.join(' ')} · ต่างกัน ${difference}`,
  ours: 'ของเรา',
  theirs: { other: 'อีกฝั่ง', changed: 'เมื่อปิด', now: 'ตอนนี้', sums: 'นับใหม่', stored: 'ที่เก็บไว้' },
  explain: 'อธิบาย',
  explainAgain: 'แก้คำอธิบาย',
  explanation: 'คำอธิบาย',
  explainedBy: (name: string, time: string) => `${name} · ${time}`,
  unexplained: 'ยังไม่อธิบาย',
  history: 'ประวัติการปิด',
  reopenedBy: (name: string, time: string, request: string) => `เปิดใหม่โดย ${name} เมื่อ ${time} ตามคำขอ ${request}`,
};
