// Words of receiving accounts and bank statements in Thai.

import type { AccountRow } from '@chaba/contract/back-office/wire';

export type MoneyWords = typeof moneyTh;

const grouped = (count: number): string => count.toLocaleString('en');

const states: Readonly<Record<AccountRow['state'], string>> = {
  open: 'เปิดรับ',
  coming: 'ยังไม่แสดง',
  full: 'เต็มวงเงิน',
  closed: 'ปิดแล้ว',
};

export const moneyTh = {
  accounts: {
    list: 'บัญชีรับเงิน',
    choose: 'เลือกบัญชีเพื่อดูรายละเอียด',
    empty: 'ยังไม่มีบัญชีรับเงิน',
    emptyHelp: 'เปิดบัญชีแรก แล้วให้อีกคนอนุมัติ',
    state: 'สถานะ',
    filters: { open: 'เปิดรับ', closed: 'ปิดแล้ว' },
    states,
    columns: {
      account: 'บัญชี',
      holder: 'ชื่อบัญชี',
      state: 'สถานะ',
      today: 'วันนี้',
      dayMax: 'เพดานต่อวัน',
      total: 'ทั้งหมด',
      totalMax: 'เพดานรวม',
      place: 'ลำดับ',
      rotation: 'กลุ่มสลับ',
      promptPay: 'พร้อมเพย์',
      shownFrom: 'แสดงตั้งแต่',
      closedAt: 'ปิดเมื่อ',
      used: 'ใช้ไป',
    },
    wallet: 'ทรูมันนี่',
    noCeiling: 'ไม่จำกัด',
    nextPromptPay: (id: string, time: string) => `เปลี่ยนเป็น ${id} เมื่อ ${time}`,
    removed: 'ไม่มีคิวอาร์',
    requestOpen: (request: string) => `${request} รออีกคนอนุมัติ`,
    near: (percent: number) => `ใช้ไป ${percent}% ของเพดาน`,
    full: 'ถึงเพดานแล้ว ไม่แสดงให้สมาชิกเห็น เงินที่โอนเข้ามายังเครดิตตามปกติ',
    shownHelp: 'สมาชิกเห็นบัญชีที่เปิดรับและยังไม่เต็ม เรียงตามลำดับ กลุ่มสลับแสดงคนละหนึ่งบัญชี',
    bank: 'ธนาคาร',
    number: 'เลขบัญชี หรือเบอร์วอลเล็ท',
    holder: 'ชื่อบัญชีตามที่ธนาคารแสดง',
    dayMax: 'เพดานต่อวัน (บาท) เว้นว่าง ไม่จำกัด',
    totalMax: 'เพดานรวม (บาท) เว้นว่าง ไม่จำกัด',
    place: 'ลำดับ 0–999 น้อยแสดงก่อน',
    rotation: 'กลุ่มสลับ เว้นว่าง แสดงเสมอ',
    promptPay: 'พร้อมเพย์ (เบอร์ 10 หลัก เลขบัตร 13 หลัก) หรือ none',
  },
  statement: {
    title: 'นำเข้ารายการเดินบัญชี',
    help: (most: number) =>
      `ไฟล์ข้อความของธนาคาร (CSV หรือข้อความแจ้งเตือน) ไม่เกิน ${grouped(most)} บรรทัด แต่ละรายการเครดิตครั้งเดียว ส่งซ้ำได้`,
    account: 'บัญชีของรายการ',
    file: 'ไฟล์',
    reading: 'กำลังอ่านรายการ…',
    wrongType: (name: string) => `${name} ไม่ใช่ไฟล์ข้อความของธนาคาร กรุณาบันทึกเป็น CSV หรือข้อความ ยังไม่ได้ส่งอะไร`,
    tooLong: (lines: number, most: number) =>
      `ไฟล์มี ${grouped(lines)} บรรทัด อ่านได้ครั้งละไม่เกิน ${grouped(most)} ยังไม่ได้ส่งอะไร`,
    found: 'รายการในไฟล์',
    allRead: 'อ่านได้ทุกบรรทัด',
    badTitle: (count: number) => `อ่านไม่ได้ ${count} บรรทัด`,
    badHelp: 'บรรทัดเหล่านี้จะไม่ถูกนำเข้า ที่เหลือนำเข้าได้ แก้ไฟล์แล้วนำเข้าใหม่ได้',
    columns: { no: 'บรรทัด', reason: 'ปัญหา', text: 'ข้อความ' },
    imported: 'นำเข้าแล้ว',
    problems: {
      NOT_A_STATEMENT_LINE: 'ไม่ใช่ข้อความของธนาคารนี้',
      UNKNOWN_RECEIVER: 'ไม่ใช่บัญชีของเว็บไซต์',
      ACCOUNT_MISSING: 'ไม่ได้ระบุบัญชี',
      BAD_AMOUNT: 'อ่านจำนวนเงินไม่ได้',
      BAD_TIME: 'อ่านวันที่หรือเวลาไม่ได้',
      HEADING: 'หัวตาราง',
      DEBIT: 'เงินออก',
      ZERO: 'ไม่มียอดเงิน',
    },
    outcomes: {
      credited: 'เครดิตให้สมาชิกแล้ว',
      parked: 'เข้ากระเป๋าหลัก',
      known: 'เคยรับแล้ว',
      review: 'รอแอดมินพิจารณา',
      unmatched: 'ไม่ทราบสมาชิก',
      disputed: 'ขัดกับรายงานอื่น',
      not_ours: 'ไม่ใช่บัญชีของเว็บไซต์',
      attached: 'ตรงกับสลิป',
    },
  },
} as const;
