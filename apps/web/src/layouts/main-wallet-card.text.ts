// Thai words of the card that says there is money beside the game wallet.

export const text = {
  title: 'เงินพักในกระเป๋าหลัก',
  detail: 'ย้ายเข้ากระเป๋าเกมเพื่อเล่นหรือถอนเงิน',
  release: 'ย้ายเข้ากระเป๋าเกม',
  question: 'ย้ายเงินเข้ากระเป๋าเกมหรือไม่',
  comesUnderCap: (amount: string, cap: string) =>
    `ตอนนี้คุณถอนได้สูงสุด ${cap} บาท ถ้าย้ายเงิน ${amount} บาทเข้ากระเป๋าเกมก่อนถอน ยอดรวมที่เกินจะถูกหักออกเมื่อถอน รวมถึงเงินนี้ด้วย\nพักไว้ก่อนได้ เงินในกระเป๋าหลักไม่ถูกหัก`,
  move: 'ย้ายเงิน',
  leave: 'พักไว้ก่อน',
  failed: 'ย้ายเงินไม่สำเร็จ',
  needsInternet: 'ต้องเชื่อมต่ออินเทอร์เน็ตเพื่อทำรายการนี้',
} as const;
