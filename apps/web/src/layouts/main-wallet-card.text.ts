// Thai words of the card that says there is money beside the game wallet.

export const text = {
  title: 'เงินพักในกระเป๋าหลัก',
  detail: 'ย้ายเข้ากระเป๋าเกมเพื่อเล่นหรือถอนเงิน',
  release: 'ย้ายเข้ากระเป๋าเกม',
  failed: 'ย้ายเงินไม่สำเร็จ',
  needsInternet: 'ต้องเชื่อมต่ออินเทอร์เน็ตเพื่อทำรายการนี้',
} as const;
