// Thai texts of the withdraw page.

import { errorMessages } from '@chaba/contract/error-messages.text';
import { messageText } from '@chaba/contract/messages.text';

export const text = {
  available: 'ยอดที่ถอนได้',
  lead: 'เงินโอนเข้าบัญชีธนาคารที่ผูกกับสมาชิกเท่านั้น เมื่อส่งคำขอแล้วยอดจะถูกพักไว้ทันทีและยกเลิกเองไม่ได้',
  gameWallet: 'ยอดเงินในกระเป๋าเกม',
  maxWithdraw: 'ถอนได้สูงสุด',
  inBaht: (amount: string) => `${amount} บาท`,
  amount: 'จำนวนเงินที่ต้องการถอน',
  placeholder: 'กรอกจำนวนเงิน',
  minimum: (amount: string) => `ขั้นต่ำ ${amount} บาท`,
  maximum: (amount: string) => `สูงสุด ${amount} บาท`,
  amounts: 'เลือกจำนวนเงิน',
  all: 'ถอนทั้งหมด',
  to: 'เข้าบัญชี',
  locked: 'แก้ไขบัญชีไม่ได้',
  submit: 'ถอนเงิน',
  boundOnly: 'ถอนได้เฉพาะบัญชีที่ผูกกับสมาชิก',
  confirmTitle: 'ยืนยันถอนเงิน',
  confirmText: (amount: string, bank: string, tail: string) =>
    `ยืนยันถอนเงิน ${amount} บาท เข้าบัญชี ${bank} ลงท้ายด้วย ${tail}`,
  confirm: 'ยืนยันถอนเงิน',
  cancel: 'ยกเลิก',
  fee: 'ค่าธรรมเนียม',
  left: 'คงเหลือหลังถอน',
  removed: 'ส่วนที่เกินเพดานโบนัส',
  removedNote: (removed: string, cap: string) => `โบนัสนี้ถอนได้สูงสุด ${cap} บาท ยอดที่เกิน ${removed} บาทจะถูกหักออกเมื่อจ่ายเงิน`,
  failedTitle: 'ถอนเงินไม่สำเร็จ',
  unknownTitle: 'ยังไม่ทราบผลรายการ',
  unknownResult: 'ยังไม่ทราบผลรายการ กรุณาตรวจสอบในประวัติก่อนทำซ้ำ',
  closed: errorMessages.WITHDRAW_CLOSED({}),
  closedHelp: 'ยอดเงินของคุณยังอยู่ครบ เมื่อเปิดให้ถอนแล้วทำรายการได้ที่หน้านี้',
  onItsWay: 'รอโอนเข้าบัญชีของคุณ',
  needsInternet: messageText.noConnection, // spec §8
  openTitle: 'รายการถอนล่าสุด',
  openPending: 'มีรายการถอนที่กำลังดำเนินการอยู่',
  paid: 'โอนเงินเข้าบัญชีของคุณแล้ว',
  reference: (id: string) => `อ้างอิง ${id}`,
  seeHistory: 'ดูในประวัติ',
  turnoverLines: (count: number) => `รายละเอียดเทิร์นโอเวอร์ (${count})`,
  turnoverUntil: 'ถึง',
  turnoverSource: {
    DEPOSIT: 'จากการฝากเงิน',
    BONUS: 'จากโบนัส',
    CASHBACK: 'จากยอดคืน',
    AFFILIATE: 'จากรายได้แนะนำเพื่อน',
    ITEMCODE: 'จากโค้ดเครดิตฟรี',
    WHEEL: 'จากกงล้อ',
  },
} as const;
