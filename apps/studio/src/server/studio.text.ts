// Thai messages of the studio by error code, the codes of the wallet included.

const refusals: Readonly<Record<string, string>> = {
  INSUFFICIENT_FUNDS: 'ยอดเงินไม่เพียงพอ',
  INVALID_TOKEN: 'หมดเวลาการเล่น กรุณาเปิดเกมใหม่จากหน้าสมาชิก',
  TOKEN_EXPIRED: 'หมดเวลาการเล่น กรุณาเปิดเกมใหม่จากหน้าสมาชิก',
  PLAYER_NOT_FOUND: 'หมดเวลาการเล่น กรุณาเปิดเกมใหม่จากหน้าสมาชิก',
  PLAYER_LOCKED: 'ตอนนี้ยังเดิมพันไม่ได้ กรุณาดูสถานะบัญชีหรือช่วงพักการเล่นที่หน้าสมาชิก',
  LIMIT_REACHED: 'เดิมพันนี้เกินวงเงินหรือเวลาเล่นที่คุณตั้งไว้',
  BONUS_MAX_BET: 'เดิมพันสูงกว่าที่โบนัสกำหนด กรุณาลดเดิมพัน',
  GAME_EXCLUDED: 'เกมนี้เล่นด้วยโบนัสที่รับอยู่ไม่ได้',
  BET_SETTLED: 'ฟรีสปินชุดนี้จบแล้ว ดูเหตุผลได้ที่ประวัติการเล่นในหน้าสมาชิก',
  INVALID_GAME: 'เกมนี้ยังไม่เปิดให้บริการ',
  NO_SUCH_GAME: 'ไม่พบเกมนี้',
  TOO_MANY_STREAMS: 'มีผู้ชมโต๊ะนี้จำนวนมาก กรุณาลองใหม่อีกครั้งในภายหลัง',
  SESSION_ENDED: 'การเล่นนี้สิ้นสุดแล้ว กรุณาเปิดเกมใหม่จากหน้าสมาชิก',
  LAUNCH_FAILED: 'เปิดเกมไม่สำเร็จ กรุณาเปิดใหม่จากหน้าสมาชิก',
  WALLET_UNAVAILABLE: 'ติดต่อกระเป๋าเงินไม่ได้ในขณะนี้ กรุณาลองใหม่อีกครั้ง',
  ROUND_OPEN: 'รอบก่อนยังไม่ทราบผล กรุณารอสักครู่',
  TOO_SOON: 'หมุนได้ทุก 2.5 วินาที กรุณารอสักครู่',
  SESSION_REPLACED: 'เปิดสล็อตอื่นแล้ว เล่นได้ครั้งละหนึ่งเกม กรุณาเปิดเกมนี้ใหม่จากหน้าสมาชิก',
  ROUND_ID_REUSED: 'รอบนี้ถูกใช้ไปแล้ว กรุณาหมุนใหม่',
  NO_SUCH_ROUND: 'ไม่พบรอบนี้',
  STAKE_NOT_OFFERED: 'เดิมพันนี้ไม่มีให้เลือก กรุณาเลือกใหม่',
  CHOICE_NOT_OFFERED: 'เลือกไพ่ไม่ถูกต้อง กรุณาเลือกใหม่',
  SPOT_UNKNOWN: 'ช่องเดิมพันนี้ไม่มีให้เลือก กรุณาเลือกใหม่',
  PLACE_LIMIT_REACHED: 'เดิมพันในช่องนี้ครบวงเงินของรอบแล้ว',
  WINDOW_SHUT: 'ปิดรับเดิมพันแล้ว กรุณารอรอบถัดไป',
  CHOICE_MADE: 'รอบนี้เลือกไพ่ไปแล้ว',
  CLIENT_SEED_INVALID: 'ซีดของผู้เล่นใช้ได้เฉพาะ A-Z a-z 0-9 - _ ไม่เกิน 64 ตัว',
};

const anything = 'ทำรายการไม่สำเร็จ กรุณาลองใหม่อีกครั้ง';

export function errorMessages(code: string): string {
  return refusals[code] ?? anything;
}

export const text = {
  notBuilt: 'หน้าเกมยังไม่พร้อม',
  voided: 'รอบนี้ถูกยกเลิก คืนเดิมพันแล้ว',
  pays: 'ตารางจ่าย',
  cap: 'เพดานรางวัล',
  place: ({ names, pays, returned, limit }: Readonly<Record<'names' | 'pays' | 'returned' | 'limit', string>>) =>
    `${names} · จ่าย ${pays} · คืน (RTP) ${returned} · ไม่เกิน ${limit} บาทต่อรอบ`,
} as const;
