// Thai texts of the member's home page.

import { messageText } from '@chaba/contract/messages.text';

export const text = {
  greeting: (name: string) => `สวัสดี คุณ${name}`,
  member: 'สมาชิก',
  memberId: 'รหัสสมาชิก',
  rank: 'ระดับสมาชิก',
  silver: 'ซิลเวอร์ 0.00%', // spec §9: fixed
  balance: 'ยอดเงินในกระเป๋าเกม',
  refresh: 'รีเฟรชยอดเงิน',
  hide: 'ซ่อนยอดเงิน',
  show: 'แสดงยอดเงิน',
  deposit: 'ฝากเงิน',
  withdraw: 'ถอนเงิน',
  coins: 'เหรียญรางวัล',
  maxWithdraw: 'ถอนได้สูงสุด',
  unlimited: 'ไม่จำกัด',
  updatedAt: 'อัพเดทล่าสุด',
  link: 'ลิงก์แนะนำเพื่อน',
  quick: 'ทางลัด',
  featured: 'เกมแนะนำ',
  featureDetail: ['สล็อต 5 รีล', 'เดิมพันเริ่มต้น 1 บาท'],
  play: 'เข้าเล่น',
  providers: 'ค่ายเกม',
  categories: 'หมวดเกม',
  all: 'ทั้งหมด',
  category: { LIVECASINO: 'คาสิโนสด', EGAMES: 'สล็อต', POKER: 'โป๊กเกอร์', TRADING: 'เทรดดิ้ง' },
  empty: messageText.noData,
  failed: messageText.noConnection,
  unknown: '–',
} as const;
