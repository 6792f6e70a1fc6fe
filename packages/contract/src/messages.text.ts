// Messages that are not errors: success texts, dialog titles, the text for a missing connection. Byte for byte as in
// the specification (§4, §5 and §8), spelling included.

import { formatBaht, type Money } from '@chaba/money';

export const messageText = {
  registered: 'ลงทะเบียนเรียบร้อยแล้ว',
  copied: 'คัดลอกแล้ว',
  withdrawn: 'ถอนเงินสำเร็จ',
  withdrawalInReview: 'รายการนี้รอเจ้าหน้าที่ตรวจสอบก่อนโอนเงิน',
  cashbackClaimed: 'Success!',
  passwordChanged: 'เปลี่ยนรหัสผ่านเรียบร้อยแล้ว',
  promotionUpdated: 'อัพเดทสภานะโปรโมชั่นเรียบร้อยแล้ว',
  promotionQuestion: (isBonus: boolean) => `คุณต้องการเปลี่ยนสถานะเป็น ${isBonus ? 'รับโปรโมชั่น' : 'ไม่รับโปรโมชั่น'} ใช่หรือไม่`,
  noticeTitle: 'แจ้งเตือน',
  noData: 'ไม่มีข้อมูล',
  statusApproved: 'อนุมัติแล้ว',
  statusPending: 'รอดำเนินการ',
  statusFailed: 'ล้มเหลว',
  noConnection: 'ไม่สามารถเชื่อมต่อเซิร์ฟเวอร์ได้ในขณะนี้',
  playMoney: 'เครดิตทดลอง ไม่มีมูลค่าเป็นเงินจริง',

  phoneFree: 'เบอร์โทรศัพท์นี้ใช้สมัครได้',
  winHeld: (amount: Money) => `เงินรางวัล ${formatBaht(amount)} บาท กำลังรอการตรวจสอบ`,
  winReleased: (amount: Money) => `ตรวจสอบแล้ว เงินรางวัล ${formatBaht(amount)} บาทเข้ากระเป๋าเกมแล้ว`,
  winRefused: (amount: Money) => `เงินรางวัล ${formatBaht(amount)} บาทไม่ผ่านการตรวจสอบ กรุณาติดต่อแอดมิน`,
  deposited: (amount: Money) => `ฝากเงินสำเร็จ ${formatBaht(amount)} บาท`,
  depositParked: (amount: Money) => `ฝากเงินสำเร็จ ${formatBaht(amount)} บาท พักไว้ในกระเป๋าหลักจนกว่าคุณจะเลือกย้ายเข้ากระเป๋าเกม`,
  mainWalletReleased: (amount: Money) => `ย้ายเงิน ${formatBaht(amount)} บาท เข้ากระเป๋าเกมแล้ว`,
  bonusCancelled: 'ยกเลิกโบนัสเรียบร้อยแล้ว',
  codeRedeemed: 'รับเครดิตเรียบร้อยแล้ว',
  affiliateWithdrawn: 'ถอนรายได้เรียบร้อยแล้ว',
  limitSet: 'ตั้งวงเงินฝากเรียบร้อยแล้ว',
  playLimitSet: 'ตั้งวงเงินเล่นเรียบร้อยแล้ว',
  timeLimitSet: 'ตั้งเวลาเล่นเรียบร้อยแล้ว',
  limitRequested: 'รับคำขอแล้ว ยืนยันได้เมื่อครบ 24 ชั่วโมง',
} as const;
