// Thai texts of the game page: its bar, its frame, and the time that is left.

export const text = {
  back: 'ย้อนกลับ',
  opening: 'กำลังเปิดเกม…',
  openFailed: 'เปิดเกมไม่สำเร็จ กรุณาลองใหม่อีกครั้ง',
  backToLobby: 'กลับไปหน้าค่ายเกม',
  newTab: 'เปิดในแท็บใหม่',
  silent: 'เกมไม่แสดงใช่ไหม',
  itShows: 'เกมแสดงแล้ว ปิดข้อความนี้',
  balance: 'ยอดเงินในกระเป๋าเกม',
  bahtSign: '฿',
  asOf: 'ณ',
  unknown: '–',
  /** Label before the day's result: won or lost. */
  today: 'วันนี้',
  timeUp: 'ครบเวลาเล่นที่ตั้งไว้แล้ว',
  timeUpMeans: 'เดิมพันใหม่จะไม่ถูกรับ และเล่นได้อีกครั้งพรุ่งนี้ตั้งแต่ 12:00 am ส่วนรอบที่ค้างอยู่เล่นต่อจนจบได้',
  leave: 'ออกจากเกม',
  stay: 'อยู่ต่อ',
  timeLeft: (minutes: number) => (minutes === 0 ? 'ครบเวลาเล่นวันนี้แล้ว' : `เหลือเวลาเล่น ${minutes} นาที`),
  playedFor: (minutes: number) =>
    minutes < 60 ? `เล่น ${minutes} นาที` : `เล่น ${Math.floor(minutes / 60)} ชม. ${minutes % 60} นาที`,
} as const;
