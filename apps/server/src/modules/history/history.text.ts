// What the history says beside a row that waits or failed.

export const historyText = {
  depositInReview: 'เจ้าหน้าที่กำลังตรวจสอบรายการฝากนี้',
  depositParked: 'พักไว้ในกระเป๋าหลักจนกว่าคุณจะเลือกย้ายเข้ากระเป๋าเกม',
  depositReturned: 'รายการนี้ถูกส่งคืนไปยังบัญชีต้นทาง',
  withdrawalWaiting: 'รอเจ้าหน้าที่ตรวจสอบ',
  withdrawalPaying: 'ธนาคารกำลังโอนเงิน',
  withdrawalRejected: 'คำขอถูกปฏิเสธ เงินกลับเข้ากระเป๋าเกมแล้ว',
  withdrawalFailed: 'ธนาคารโอนไม่สำเร็จ เงินกลับเข้ากระเป๋าหลักแล้ว',
} as const;
