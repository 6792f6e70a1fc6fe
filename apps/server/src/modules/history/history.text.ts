// What the history says beside a row that waits or failed.

export const historyText = {
  depositInReview: 'เจ้าหน้าที่กำลังตรวจสอบรายการฝากนี้',
  depositParked: 'พักไว้ในกระเป๋าหลักจนกว่าคุณจะเลือกย้ายเข้ากระเป๋าเกม',
  depositReturned: 'รายการนี้ถูกส่งคืนไปยังบัญชีต้นทาง',
  withdrawalWaiting: 'รอเจ้าหน้าที่ตรวจสอบ',
  withdrawalBetOpen: 'รอผลรอบเกมที่ยังเปิดอยู่ แล้วจึงโอนเงิน',
  withdrawalWinHeld: 'รอเจ้าหน้าที่ตรวจสอบเงินรางวัล แล้วจึงโอนเงิน',
  withdrawalPaying: 'ธนาคารกำลังโอนเงิน',
  withdrawalRejected: 'คำขอถูกปฏิเสธ เงินกลับเข้ากระเป๋าเกมแล้ว',
  withdrawalOwed: 'คำขอถูกยกเลิก เพราะมียอดค้างชำระ ระบบหักยอดค้างแล้ว ส่วนที่เหลือกลับเข้ากระเป๋าเกม',
  withdrawalStopped: 'เจ้าหน้าที่หยุดการโอนรายการนี้ เงินกลับเข้ากระเป๋าเกมแล้ว',
  withdrawalDisputed: 'กำลังตรวจสอบผลการโอนกับธนาคาร เงินที่เกี่ยวข้องถูกพักไว้จนกว่าจะตรวจสอบเสร็จ',
  withdrawalReturned: 'ธนาคารปลายทางส่งเงินคืน เงินกลับเข้ากระเป๋าหลักแล้ว',
  withdrawalFailed: 'ธนาคารโอนไม่สำเร็จ เงินกลับเข้ากระเป๋าหลักแล้ว',
} as const;
