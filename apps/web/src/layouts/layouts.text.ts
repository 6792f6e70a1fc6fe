// Thai texts of the frame: headers, bars, menu, notices about the whole site.

import { messageText } from '@chaba/contract/messages.text';

import { text as partsText } from '#parts/parts.text';

const { account, care, deposit, freeCredit, home, play, promotion } = partsText;

export const text = {
  playMoney: messageText.playMoney,
  skip: 'ข้ามไปยังเนื้อหาหลัก',
  mainMenu: 'เมนูหลัก',
  menu: 'เมนู',
  openMenu: 'เปิดเมนู',
  back: 'ย้อนกลับ',
  help: 'ความช่วยเหลือ',
  toTop: 'กลับขึ้นด้านบน',
  home,
  login: 'เข้าสู่ระบบ',
  register: 'สมัครสมาชิก',
  registerShort: 'สมัคร',
  play,
  freeCredit,
  promotion,
  chat: 'แชท',
  chatWithAdmin: 'แชทกับแอดมิน',
  deposit,
  toMemberArea: 'เข้าสู่หน้าสมาชิก',
  account,
  perks: 'สิทธิพิเศษ',
  care,
  search: 'ค้นหาค่ายหรือชื่อเกม',
  balance: 'ยอดเงินในกระเป๋าเกม',
  offline: 'ออฟไลน์อยู่ ข้อมูลอาจไม่เป็นปัจจุบัน',
  offlineMoney: 'ต้องเชื่อมต่ออินเทอร์เน็ตเพื่อทำรายการนี้',
  asOfLabel: 'ยอดเงิน',
  asOf: 'ณ',
  unknown: '–',
  reconnecting: 'กำลังเชื่อมต่อ',
  backOnline: 'กลับมาออนไลน์แล้ว',
  bahtSign: '฿',
  theme: 'ธีม',
  dark: 'มืด',
  light: 'สว่าง',
  auto: 'ตามระบบ',
  close: 'ปิด',
  hereFor: (hours: number, minutes: number) => `คุณใช้งานมาแล้ว ${hours} ชั่วโมง ${minutes} นาที`,
  documentTitle: (page: string, site: string) => (page ? `${page} · ${site}` : site),
} as const;

/** The site as an app: newer version, installation. */
export const appNoticesText = {
  region: 'ประกาศจากแอป',
  updateReady: 'มีเวอร์ชันใหม่',
  updateNow: 'อัพเดทตอนนี้',
  installTitle: 'เพิ่มไว้บนหน้าจอหลัก',
  install: 'ติดตั้ง',
  later: 'ไว้ภายหลัง',
  installIos: 'แตะปุ่มแชร์ แล้วเลือก “เพิ่มไปยังหน้าจอโฮม”',
} as const;
