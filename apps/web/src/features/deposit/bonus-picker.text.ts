// Thai texts of the promotion picker on the deposit page, loaded with it.

import { messageText } from '@chaba/contract/messages.text';

export const text = {
  title: 'เลือกโปรโมชั่นสำหรับการฝากนี้',
  bySite: 'ให้ระบบเลือกโปรที่คุ้มที่สุด',
  bySiteNote: 'เปลี่ยนตามยอดที่ฝากจริง',
  gets: (bonus: string) => `รับ ${bonus} บาท`,
  turnover: (amount: string) => `ทำเทิร์น ${amount} บาท`,
  withdrawMax: (amount: string) => `ถอนได้สูงสุด ${amount} บาท`,
  unlimited: 'ถอนได้ไม่จำกัด',
  notForAmount: 'โปรโมชั่นที่คุณเลือกไว้ใช้กับยอดนี้ไม่ได้ ถ้าฝากยอดนี้ ระบบจะเลือกโปรที่คุ้มที่สุดให้',
  chosen: 'เลือกโปรโมชั่นแล้ว',
  chosenBySite: 'ระบบจะเลือกโปรที่คุ้มที่สุดให้',
  failed: 'เลือกโปรโมชั่นไม่สำเร็จ',
  needsInternet: messageText.noConnection, // spec §8
} as const;
