// The titles of the pages, as the header and the browser's tab show them.

export const text = {
  login: 'เข้าสู่ระบบ',
  register: 'สมัครสมาชิก',
  promotion: 'โปรโมชั่น',
  home: 'หน้าแรก',
  deposit: 'ฝากเงิน',
  withdraw: 'ถอนเงิน',
  history: 'ประวัติ',
  transactions: 'ประวัติการทำรายการ',
  transactionsDeposit: 'ประวัติฝาก',
  transactionsWithdraw: 'ประวัติถอน',
  lobby: 'ค่ายเกม',
  slot: 'สล็อต',
  baccarat: 'บาคาร่า',
  poker: 'โป๊กเกอร์',
  trading: 'เทรดดิ้ง',
  play: 'เล่นเกม',
  profile: 'ข้อมูลสมาชิก',
  account: 'บัญชีของฉัน',
  menu: 'เมนู',
  changePassword: 'เปลี่ยนรหัสผ่าน',
} as const;
