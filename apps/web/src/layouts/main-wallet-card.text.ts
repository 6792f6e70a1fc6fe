// Thai words of the card that says there is money beside the game wallet.

export const text = {
  title: 'เงินพักในกระเป๋าหลัก',
  detail: 'ย้ายเข้ากระเป๋าเกมเพื่อเล่นหรือถอนเงิน',
  release: 'ย้ายเข้ากระเป๋าเกม',
  question: 'ย้ายเงินเข้ากระเป๋าเกมหรือไม่',
  staysOwn: (amount: string, cap: string) =>
    `ตอนนี้คุณถอนได้สูงสุด ${cap} บาท เงิน ${amount} บาทนี้เป็นเงินของคุณเอง เมื่อย้ายแล้วถอนเพิ่มจากยอดนี้ได้ แต่เงินที่ชนะจากการเล่นด้วยเงินนี้นับรวมในยอดถอนสูงสุด\nพักไว้ก่อนก็ได้`,
  move: 'ย้ายเงิน',
  leave: 'พักไว้ก่อน',
  failed: 'ย้ายเงินไม่สำเร็จ',
  needsInternet: 'ต้องเชื่อมต่ออินเทอร์เน็ตเพื่อทำรายการนี้',
} as const;
