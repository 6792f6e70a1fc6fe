// Words of the dashboard and the reports in Thai.

import type { Figure } from '@chaba/contract/back-office/report-wire';

export type ReportWords = typeof reportsTh;

export const reportsTh = {
  dashboard: 'ภาพรวม',
  asOf: (time: string) => `ข้อมูล ณ ${time}`,
  untilHour: (hour: string) => `ถึง ${hour}`,
  notSummed: 'ยังไม่มีข้อมูลสรุป รายชั่วโมงแรกจะแสดงหลังสิ้นชั่วโมงประมาณ 10 นาที',
  behind: (time: string) => `กำลังสรุปข้อมูลย้อนหลัง ถึง ${time} ตัวเลขของวันนี้จะแสดงเมื่อเสร็จ`,
  figure: 'รายการ',
  today: 'วันนี้',
  yesterday: 'เมื่อวาน',
  lastWeek: 'สัปดาห์ก่อน',
  change: 'เทียบเมื่อวาน',
  figures: {
    deposits: 'ยอดฝาก',
    withdrawals: 'ยอดถอน',
    net: 'ฝากหักถอน',
    ggr: 'รายได้เกม (GGR)',
    gifts: 'โบนัสและของรางวัล',
    players: 'ผู้เล่น',
    registered: 'สมาชิกใหม่',
  } as Readonly<Record<Figure, string>>,
  help: {
    deposits: 'เงินเข้าหักเงินที่ส่งคืน',
    withdrawals: 'เงินที่จ่ายแล้วหักเงินที่ธนาคารคืน',
    net: 'ยอดฝากลบยอดถอน',
    ggr: 'เดิมพันหักเงินรางวัล ตามเวลาที่ลงบัญชี',
    gifts: 'โบนัส โค้ด วงล้อ เงินคืน และค่าแนะนำ',
    players: 'สมาชิกที่เดิมพันในวันนั้น',
    registered: 'สมัครในวันนั้น',
  } as Readonly<Record<Figure, string>>,
  byHour: 'รายชั่วโมง',
  hour: 'ชั่วโมง',
  hourSentence: (name: string, total: string, best: string, amount: string) =>
    `${name}วันนี้ถึงชั่วโมงล่าสุดรวม ${total} สูงสุดช่วง ${best} คือ ${amount}`,
  hourNone: (name: string) => `วันนี้ยังไม่มี${name}ในชั่วโมงที่ปิดแล้ว`,
  providers: 'รายได้เกมตามค่าย',
  provider: 'ค่ายเกม',
  stakes: 'เดิมพัน',
  providerSentence: (count: number, best: string, amount: string) =>
    `${count} ค่ายมีการเล่นวันนี้ รายได้สูงสุด ${best} คือ ${amount}`,
  providerNone: 'วันนี้ยังไม่มีการเล่นที่สรุปแล้ว',
  table: 'ดูเป็นตาราง',
  queues: 'คิวงานที่รอ',
  queuesNone: 'ไม่มีงานรอ',
  oldest: 'รอนานสุด',
  level: { good: 'ระบบปกติ', degraded: 'ระบบมีจุดที่ต้องดู', broken: 'ระบบมีปัญหา' },
};
