// Thai texts of parts that pages share.

import { PHONE_LENGTH } from '@chaba/contract/constraints';
import { messageText } from '@chaba/contract/messages.text';

/** Navigation, and the footer of every page. */
export const text = {
  home: 'หน้าแรก',
  play: 'เล่นเกม',
  freeCredit: 'เครดิตฟรี',
  promotion: 'โปรโมชั่น',
  deposit: 'ฝากเงิน',
  withdraw: 'ถอนเงิน',
  history: 'ประวัติ',
  affiliate: 'แนะนำเพื่อน',
  cashback: 'คืนยอดเสีย',
  wheel: 'กงล้อลุ้นโชค',
  account: 'บัญชีของฉัน',
  care: 'เล่นอย่างมีความรับผิดชอบ',
  age: 'สำหรับผู้มีอายุ 20 ปีขึ้นไปเท่านั้น',
  notIncome: 'เกมมีไว้เพื่อความบันเทิง ไม่ใช่ช่องทางหารายได้',
  risk: 'การพนันมีความเสี่ยง กรุณาเล่นอย่างมีสติและใช้เงินเท่าที่เสียได้โดยไม่เดือดร้อน',
  chase: 'อย่าเล่นเพื่อเอาคืนยอดที่เสีย',
  helpLine: (number: string) => `หากการเล่นกระทบชีวิตประจำวัน โทรปรึกษาสายด่วนสุขภาพจิต ${number}`,
  ageMark: '20+',
  terms: 'ข้อกำหนดการใช้งาน',
} as const;

/** Titles of the pages, as the header and the browser's tab show them. */
export const pageTitles = {
  login: 'เข้าสู่ระบบ',
  register: 'สมัครสมาชิก',
  promotion: text.promotion,
  terms: text.terms,
  freeCredit: text.freeCredit,
  home: text.home,
  deposit: text.deposit,
  withdraw: text.withdraw,
  history: text.history,
  transactions: 'ประวัติการทำรายการ',
  transactionsDeposit: 'ประวัติฝาก',
  transactionsWithdraw: 'ประวัติถอน',
  lobby: 'ค่ายเกม',
  slot: 'สล็อต',
  baccarat: 'บาคาร่า',
  poker: 'โป๊กเกอร์',
  trading: 'เทรดดิ้ง',
  play: text.play,
  cashBack: text.cashback,
  affiliate: text.affiliate,
  spinner: text.wheel,
  profile: 'ข้อมูลสมาชิก',
  account: text.account,
  menu: 'เมนู',
  changePassword: 'เปลี่ยนรหัสผ่าน',
} as const;

/** A closed feature. */
export const featureClosedText = {
  backHome: 'กลับหน้าแรก',
} as const;

/** A game tile. */
export const gameTileText = {
  maintenance: 'ปิดปรับปรุงชั่วคราว',
  isNew: 'ใหม่',
  info: (name: string) => `ข้อมูลเกม ${name}`,
} as const;

/** The main wallet card. */
export const mainWalletText = {
  title: 'เงินพักในกระเป๋าหลัก',
  detail: 'ย้ายเข้ากระเป๋าเกมเพื่อเล่นหรือถอนเงิน',
  returned: (amount: string) => `เงินถอนที่โอนไม่สำเร็จ ${amount} บาท นับรวมในยอดถอนสูงสุดของโบนัส ย้ายเข้ากระเป๋าเกมก่อนจึงถอนใหม่ได้`,
  release: 'ย้ายเข้ากระเป๋าเกม',
  question: 'ย้ายเงินเข้ากระเป๋าเกมหรือไม่',
  staysCapped: (amount: string, cap: string) =>
    `เงินถอนที่โอนไม่สำเร็จ ${amount} บาท ยังนับรวมในยอดถอนสูงสุด ${cap} บาทของโบนัส เมื่อย้ายแล้วเล่นต่อหรือถอนใหม่ได้`,
  staysOwn: (amount: string, cap: string) =>
    `ตอนนี้คุณถอนได้สูงสุด ${cap} บาท เงิน ${amount} บาทนี้เป็นเงินของคุณเอง เมื่อย้ายแล้วถอนเพิ่มจากยอดนี้ได้ แต่เงินที่ชนะจากการเล่นด้วยเงินนี้นับรวมในยอดถอนสูงสุด\nพักไว้ก่อนก็ได้`,
  move: 'ย้ายเงิน',
  leave: 'พักไว้ก่อน',
  failed: 'ย้ายเงินไม่สำเร็จ',
  needsInternet: messageText.noConnection, // spec §8
} as const;

/** The notice of unfinished rounds. */
export const openRoundsText = {
  openRounds: 'รอบที่ยังไม่จบ',
  openRoundsCount: (count: number) => `มีรอบที่ยังไม่จบ ${count} รอบ`,
  stake: 'เดิมพัน',
  playOn: 'เล่นต่อ',
  freeSpins: (count: number) => `มีฟรีสปินค้าง ${count} รอบ`,
  spins: (count: number) => `ฟรีสปิน ${count} รอบ`,
  playSpins: 'เล่นฟรีสปิน',
  baht: 'บาท',
} as const;

/** The phone number field. */
export const phoneText = {
  phone: 'เบอร์โทรศัพท์',
  phoneTooLong: (digits: number) => `เบอร์โทรศัพท์มี ${PHONE_LENGTH} หลัก กรอกไว้ ${digits} หลัก`,
  phonePlaceholder: 'กรอกเบอร์โทรศัพท์ 10 หลัก',
} as const;

/** The promotion selector. */
export const promotionSwitchText = {
  title: 'รับโปรโมชั่น',
  isOn: 'ใช้กับการฝากครั้งถัดไป',
  isOff: 'เปลี่ยนได้ทุกเมื่อ',
  needsInternet: messageText.noConnection, // spec §8
} as const;

/** The turnover meter. */
export const turnoverText = {
  turnover: 'ยอดเทิร์นโอเวอร์',
  turnoverDone: 'ทำเทิร์นครบแล้ว ถอนเงินได้',
  turnoverMet: 'ทำเทิร์นครบแล้ว',
  turnoverNone: 'ไม่มียอดเทิร์นที่ต้องทำ',
  turnoverNow: 'ทำได้',
  turnoverNeed: 'ต้องทำ',
  turnoverLeft: (left: string) => `ยังขาดยอดเทิร์นโอเวอร์อีก ${left} บาท`,
} as const;
