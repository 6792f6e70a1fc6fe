// Thai texts of the main wallet card.

import { messageText } from '@chaba/contract/messages.text';

export const text = {
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
