// Thai texts of the screenshots: names of the controls that are pressed, and texts of planted server responses.

export const text = {
  login: 'เข้าสู่ระบบ',
  register: 'สมัครสมาชิก',
  openMenu: 'เปิดเมนู',
  logout: 'ออกจากระบบ',
  amount: 'จำนวนเงินที่ต้องการถอน',
  withdraw: 'ถอนเงิน',
  takePromotions: 'รับโปรโมชั่น',
  failure: 'ระบบขัดข้องชั่วคราว กรุณาลองใหม่อีกครั้งในอีกสักครู่',
  tooMany: 'ทำรายการถี่เกินไป กรุณารอ 30 วินาที',
  firstName: 'พระอัครสุนทรมหาราชครูบดีศรีรัตนบุษบา',
  lastName: 'เทพหัสดินกุญชร ณ อยุธยาสุวรรณภูมิพิพัฒน์',
  siteName: 'ชบาสวรรค์บันเทิงนานาชาติ',
  announcement: 'ปิดปรับปรุงระบบถอนเงินคืนนี้ เวลา 02:00–03:00 น.\nรายการที่ค้างอยู่จะดำเนินการต่อโดยอัตโนมัติเมื่อเปิดระบบ',
} as const;
