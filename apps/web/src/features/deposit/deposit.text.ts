// Thai texts of the deposit page.

import { messageText } from '@chaba/contract/messages.text';
import { errorMessages } from '@chaba/contract/error-messages.text';
import type { SlipQrErrorCode } from '@chaba/contract/slip-qr';

const BANK_APP_ONLY = 'โอนเงินผ่านแอปธนาคารเท่านั้น';
const rules = [
  'ไม่มียอดฝากขั้นต่ำ',
  'กรุณาตรวจสอบเลขบัญชีก่อนฝากเงินทุกครั้ง',
  BANK_APP_ONLY,
  'ต้องโอนจากบัญชีที่ผูกกับสมาชิกเท่านั้น มิฉะนั้นเงินจะไม่เข้าระบบ',
  'ยอดเทิร์นโอเวอร์คือยอดเดิมพันที่ออกผลแล้วทั้งหมด ไม่นับยอดที่คืนจากบิลที่ยกเลิกหรือเสมอ',
  'หากไม่ปฏิบัติตามเงื่อนไขข้อใดข้อหนึ่ง ทางเว็บไซต์จะไม่รับผิดชอบทุกกรณี',
] as const;

export const text = {
  noFile: errorMessages.SLIP_NO_FILE({}), // spec §5
  noSlip: {
    SLIP_NO_QR: errorMessages.SLIP_NO_QR({}),
    SLIP_IS_PAYMENT_QR: errorMessages.SLIP_IS_PAYMENT_QR({}),
    NOT_A_SLIP: errorMessages.NOT_A_SLIP({}),
    SLIP_UNREADABLE: errorMessages.SLIP_UNREADABLE({}),
  } satisfies Record<SlipQrErrorCode, string>,
  tabs: 'ประเภทบัญชีที่รับฝาก',
  tabBank: 'บัญชีธนาคาร',
  tabWallet: 'วอลเล็ท',
  from: (bank: string, tail: string) => `โอนจากบัญชีของคุณ ${bank} ลงท้ายด้วย ${tail}`,
  fromWallet: 'โอนจากวอลเล็ทหรือบัญชีที่ผูกกับสมาชิกเท่านั้น',
  lead: 'โอนจากบัญชีที่ผูกกับสมาชิกเท่านั้น มิฉะนั้นเงินจะไม่เข้าระบบ และตรวจสอบเลขบัญชีก่อนโอนทุกครั้ง เพราะบัญชีรับฝากเปลี่ยนได้',
  choose: 'เลือกบัญชีที่ต้องการโอน',
  account: (name: string) => `เลขที่บัญชี ${name}`,
  showQr: (name: string) => `แสดง QR ของบัญชี ${name}`,
  qr: 'QR',
  qrTitle: 'สแกนเพื่อโอน',
  qrAmount: 'จำนวนเงินที่จะโอน (ไม่บังคับ)',
  qrFile: (account: string) => `chaba-qr-${account}.png`,
  copyAccount: 'คัดลอกเลขบัญชี',
  none: 'ยังไม่มีบัญชีรับฝากในขณะนี้ กรุณาติดต่อแอดมิน',
  noneOfKind: 'ยังไม่มีบัญชีประเภทนี้ กรุณาเลือกอีกประเภท',
  sandboxBank: 'ไปที่ธนาคารจำลอง',
  sandboxBankHelp: 'โอนเครดิตทดลองที่นั่น แล้วกลับมาส่งสลิป',

  bonusTitle: 'โบนัสของการฝากนี้',
  bonusAmount: 'จำนวนเงินที่จะฝาก',
  bonusGets: (deposit: string, bonus: string, turnover: string) =>
    `ฝาก ${deposit} รับ ${bonus} ต้องทำเทิร์น ${turnover} บาท`,
  bonusFrom: (title: string) => `จากโปรโมชั่น ${title}`,
  bonusCap: (amount: string) => `ถอนได้สูงสุด ${amount} บาท`,
  bonusNone: 'ยังไม่มีโปรโมชั่นสำหรับยอดนี้ ฝากได้ตามปกติ',
  bonusOff: 'คุณเลือกไม่รับโปรโมชั่น การฝากนี้จะไม่มีโบนัส',
  bonusRuns: 'คุณมีโบนัสที่กำลังใช้อยู่ การฝากนี้จะไม่ได้โบนัสใหม่ เงินเข้ากระเป๋าเกมตามปกติ',
  bonusParks: 'คุณมีโบนัสหรือโค้ดที่จำกัดยอดถอนอยู่ การฝากนี้จะไม่ได้โบนัส เงินจะพักในกระเป๋าหลัก และคุณย้ายเข้ากระเป๋าเกมได้เองเมื่อพร้อม',
  bonusFirstKept: 'สิทธิ์โบนัสฝากครั้งแรกยังไม่ถูกใช้ ใช้ได้กับการฝากครั้งใหม่หลังโบนัสหรือโค้ดนี้จบ',
  bonusChoose: 'เลือกโปรโมชั่น',
  bonusTerms: 'ดูเงื่อนไขทั้งหมด',

  slipTitle: 'อัปโหลดสลิป',
  slipNote: (minutes: number) => `หากเงินไม่เข้าภายใน ${minutes} นาที กรุณาอัปโหลดสลิป`,
  slipChoose: 'เลือกรูปสลิป',
  slipKinds: (megabytes: number) => `JPG, PNG หรือ WebP ไม่เกิน ${megabytes} MB`,
  slipChange: 'เปลี่ยนรูป',
  slipAnother: 'ส่งสลิปอื่น',
  slipReading: 'กำลังอ่าน QR จากสลิป…',
  slipStays: 'อ่านในเครื่องของคุณ รูปไม่ถูกส่งออกไป',
  slipSending: 'กำลังตรวจสอบสลิป…',
  slipSendingNote: 'กำลังถามธนาคารเกี่ยวกับรายการโอนนี้',
  slipSend: 'ส่งสลิป',
  slipSendAgain: 'ส่งอีกครั้ง',
  slipCancel: 'ยกเลิก',
  slipTooBig: (megabytes: number) => `ไฟล์ใหญ่เกิน ${megabytes} MB`,
  slipBadType: 'รองรับเฉพาะไฟล์รูปภาพ JPG, PNG หรือ WebP',
  slipDone: 'ตรวจสลิปเรียบร้อยแล้ว',
  slipWaits: 'รอธนาคารยืนยัน',
  slipReview: 'อยู่ระหว่างเจ้าหน้าที่ตรวจสอบ',
  slipDisputed: 'กำลังตรวจสอบเจ้าของยอด',
  slipRefused: 'ส่งสลิปไม่สำเร็จ',
  slipNotSent: 'ยังไม่ได้ส่งสลิป กดส่งอีกครั้งเมื่อเชื่อมต่อได้',
  slipUnanswered: 'ยังไม่ทราบผล กดส่งอีกครั้งได้ ระบบจะไม่นับซ้ำ',
  slipPreview: 'รูปสลิปที่เลือก',
  reference: (id: string) => `อ้างอิง ${id}`,
  newBalance: (amount: string) => `ยอดใหม่ ${amount} บาท`,
  parkedNote: 'พักไว้ในกระเป๋าหลัก',
  seeHistory: 'ดูในประวัติ',

  watchTitle: 'สลิปที่กำลังตรวจสอบ',
  watchCredited: 'เงินเข้าแล้ว',
  watchRefused: 'สลิปไม่ผ่านการตรวจสอบ',
  askedAgain: 'ถามธนาคารอีกครั้ง',
  sentAt: 'ส่งเมื่อ',

  rulesTitle: 'เงื่อนไขการฝากเงิน',
  rules,
  walletRules: rules.map((rule) => (rule === BANK_APP_ONLY ? 'โอนผ่านแอปวอลเล็ทหรือแอปธนาคารเท่านั้น' : rule)),
  cash: 'ฝากเงินสดหรือฝากผ่านตู้ กรุณาติดต่อแอดมิน',
  bot: 'แจ้งฝากผ่านแชทบอท',
  needsInternet: messageText.noConnection, // spec §8
  limitSpans: { day: 'วันนี้', week: 'สัปดาห์นี้', month: 'เดือนนี้' },
  limitLeft: (span: string, left: string) => `ตามวงเงินที่คุณตั้งไว้ ${span}ฝากได้อีก ${left} บาท`,
} as const;
