// The Thai words of the baccarat table.

export const text = {
  player: 'ผู้เล่น',
  banker: 'เจ้ามือ',
  tie: 'เสมอ',
  playerPair: 'ผู้เล่นคู่',
  bankerPair: 'เจ้ามือคู่',
  pays: { player: '1:1', banker: '0.95:1', tie: '8:1', playerPair: '11:1', bankerPair: '11:1' },
  wins: { player: 'ผู้เล่นชนะ', banker: 'เจ้ามือชนะ', tie: 'เสมอ' },
  betting: (seconds: number) => `วางเดิมพันได้อีก ${seconds} วินาที`,
  dealing: 'ปิดรับเดิมพัน กำลังเปิดไพ่',
  waiting: 'กำลังเปิดรอบใหม่…',
  takeBack: 'ถอนเดิมพันล่าสุด',
  points: (points: number) => `${points} แต้ม`,
  hidden: 'ไพ่คว่ำ',
  road: 'เค้าไพ่',
  roadTold: (player: number, banker: number, tie: number) => `เค้าไพ่ของขอนนี้ ผู้เล่น ${player} เจ้ามือ ${banker} เสมอ ${tie}`,
  hand: (shoe: number, hand: number) => `ขอน ${shoe} รอบ ${hand}`,
  spot: (name: string, pays: string, stake: string) =>
    stake === '' ? `${name} ${pays}` : `${name} ${pays} ${stake} บาท`,
  rules: [
    'ไพ่ 8 สำรับ ฝ่ายที่ได้แต้มใกล้ 9 กว่าชนะ A นับ 1 แต้ม 10 J Q K นับ 0 แต้ม นับเฉพาะหลักหน่วย',
    'สองใบแรกได้ 8 หรือ 9 แต้ม จบรอบทันที',
    'ผู้เล่นได้ 0–5 แต้มจั่วใบที่สาม 6–7 แต้มอยู่',
    'ถ้าผู้เล่นอยู่ เจ้ามือจั่วเมื่อได้ 0–5 แต้ม ถ้าผู้เล่นจั่ว เจ้ามือจั่วตามแต้มของไพ่ใบที่สาม: 0–2 จั่วเสมอ, 3 จั่วยกเว้น 8, 4 จั่วเมื่อ 2–7, 5 จั่วเมื่อ 4–7, 6 จั่วเมื่อ 6–7, 7 อยู่',
    'เจ้ามือชนะหักค่าคอมมิชชัน 5% เมื่อเสมอ คืนเดิมพันผู้เล่นและเจ้ามือ',
    'ถอนเดิมพันได้ก่อนปิดรับ เดิมพันที่กระเป๋าเงินยังไม่ยืนยันเมื่อปิดรับจะถูกยกเลิกและคืนเงิน',
  ],
  returns: 'อัตราจ่ายคืน (RTP): เจ้ามือ 98.94% ผู้เล่น 98.76% เสมอ 85.64% ไพ่คู่ 89.63%',
  fairness: 'ลำดับไพ่ของทั้งขอนถูกกำหนดก่อนรอบแรกจากซีดที่ประกาศรหัสยืนยันไว้ และเปิดเผยซีดเมื่อจบขอน',
  verifyIntro: 'คำนวณไพ่ทั้งขอนจากซีดที่เปิดเผยแล้ว ในเบราว์เซอร์ของคุณ',
  handNo: 'รอบที่',
  handTold: (hand: number, winner: string, player: number, banker: number) =>
    `รอบ ${hand}: ${winner} (${player}–${banker})`,
  noHand: 'ขอนนี้ไม่มีรอบที่เลือก',
} as const;
