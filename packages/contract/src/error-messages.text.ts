// The Thai message of every error code, as a function of its parameters. Client-side checks and server responses use
// the same functions, so both show the same bytes.

import { formatBaht, formatPlainBaht } from '@chaba/money';

import type { ErrorParams, ErrorCode } from './error-codes.ts';

type ErrorMessages = { readonly [Code in ErrorCode]: (params: ErrorParams<Code>) => string };

export const errorMessages: ErrorMessages = {
  INVALID_REQUEST: () => 'ข้อมูลไม่ถูกต้อง กรุณาตรวจสอบแล้วลองใหม่อีกครั้ง',
  NOT_FOUND: () => 'ไม่พบรายการที่ต้องการ',
  METHOD_NOT_ALLOWED: () => 'ไม่รองรับคำสั่งนี้',
  BODY_TOO_LARGE: () => 'ข้อมูลมีขนาดใหญ่เกินไป',
  UNSUPPORTED_MEDIA_TYPE: () => 'ไม่รองรับข้อมูลรูปแบบนี้',
  TOO_MANY_REQUESTS: ({ waitSeconds }) => `ทำรายการถี่เกินไป กรุณารอ ${waitSeconds} วินาที`,
  SERVER_BUSY: () => 'ระบบมีผู้ใช้งานจำนวนมาก กรุณาลองใหม่อีกครั้ง',
  INTERNAL: () => 'ทำรายการไม่สำเร็จ กรุณาลองใหม่อีกครั้ง',

  UNKNOWN_API_KEY: () => 'ไม่พบเว็บไซต์นี้ในระบบ',
  SITE_DISABLED: () => 'เว็บไซต์ปิดให้บริการชั่วคราว',
  MAINTENANCE: () => 'กำลังปรับปรุงระบบ กรุณากลับมาใหม่ภายหลัง',

  SIGN_IN_REQUIRED: () => 'กรุณาเข้าสู่ระบบ',
  SESSION_EXPIRED: () => 'หมดเวลาการใช้งาน กรุณาเข้าสู่ระบบอีกครั้ง',
  MEMBER_LOCKED: () => 'บัญชีของคุณถูกระงับการใช้งาน กรุณาติดต่อแอดมิน',
  INVALID_SIGNATURE: () => 'ลายเซ็นของคำขอไม่ถูกต้อง',

  IDEMPOTENCY_KEY_INVALID: () => 'รหัสคำขอไม่ถูกต้อง กรุณาลองใหม่อีกครั้ง',
  IDEMPOTENCY_KEY_REUSED: () => 'คำขอนี้ไม่ตรงกับคำขอก่อนหน้า กรุณาตรวจสอบในประวัติก่อนทำซ้ำ',
  REQUEST_IN_PROGRESS: () => 'กำลังดำเนินการคำขอนี้อยู่ กรุณารอสักครู่',

  LOGIN_INVALID: () => 'เบอร์โทรศัพท์ หรือ รหัสผ่าน ไม่ถูกต้อง', // spec §5
  LOGIN_RATE_LIMITED: ({ waitMinutes }) => `เข้าสู่ระบบไม่สำเร็จหลายครั้ง กรุณารอ ${waitMinutes} นาทีแล้วลองใหม่อีกครั้ง`,
  DEVICE_TOKEN_INVALID: () => 'กรุณาเข้าสู่ระบบด้วยรหัสผ่านอีกครั้ง',

  PHONE_INVALID: () => 'หมายเลขโทรศัพท์ ไม่ถูกต้อง กรุณากรอกใหม่', // spec §5
  REGISTRATION_BLOCKED: () => 'ไม่สามารถสมัครสมาชิกได้ในขณะนี้ กรุณาติดต่อแอดมิน',
  PHONE_TAKEN: () => 'เบอร์โทรศัพท์นี้ถูกใช้งานแล้ว',

  BANK_INCOMPLETE: () => 'กรุณากรอกข้อมูลก่อนยืนยัน', // spec §5
  BANK_UNKNOWN: () => 'ไม่พบธนาคารนี้ กรุณาเลือกธนาคารใหม่',
  BANK_NOT_RETAIL: () => 'ธนาคารนี้ไม่เปิดให้บริการบัญชีบุคคล',
  BANK_ACCOUNT_NOT_FOUND: () => 'ไม่พบบัญชีธนาคารนี้ กรุณาตรวจสอบธนาคารและเลขที่บัญชี',
  BANK_ACCOUNT_CLOSED: () => 'บัญชีธนาคารนี้ปิดแล้วหรือใช้งานไม่ได้ กรุณาใช้บัญชีอื่น',
  BANK_ACCOUNT_JURISTIC: () => 'ไม่รองรับบัญชีนิติบุคคล กรุณาใช้บัญชีบุคคลธรรมดา',
  BANK_ACCOUNT_TAKEN: () => 'บัญชีธนาคารนี้ถูกใช้งานแล้ว',
  BANK_CHECK_REQUIRED: () => 'กรุณาตรวจสอบบัญชีธนาคารก่อนสมัครสมาชิก',
  BANK_TOKEN_INVALID: () => 'การตรวจสอบบัญชีหมดอายุ กรุณาตรวจสอบบัญชีอีกครั้ง',

  SIGNUP_INCOMPLETE: () => 'กรุณากรอกชื่อและนามสกุล',
  NAME_INVALID: () => 'ชื่อหรือนามสกุลไม่ถูกต้อง กรุณากรอกใหม่',
  WALLET_ID_INVALID: () => 'หมายเลขวอลเล็ทไม่ถูกต้อง กรุณากรอกใหม่',
  WALLET_ID_TAKEN: () => 'หมายเลขวอลเล็ทนี้ถูกใช้งานแล้ว',

  PASSWORD_INCOMPLETE: () => 'กรุณากรอกข้อมูลให้ครบ', // spec §5
  PASSWORD_LENGTH: ({ minimum, maximum }) => `รหัสผ่านต้องมี ${minimum} ถึง ${maximum} ตัวอักษร`,
  PASSWORD_TOO_COMMON: () => 'รหัสผ่านนี้เดาง่ายเกินไป กรุณาตั้งรหัสผ่านอื่น',
  PASSWORD_MISMATCH: () => 'รหัสผ่านไม่ตรงกัน',
  PASSWORD_WRONG: () => 'รหัสผ่านไม่ถูกต้อง',
  PASSWORD_OLD_WRONG: () => 'รหัสผ่านเดิมไม่ถูกต้อง',
  PASSWORD_UNCHANGED: () => 'รหัสผ่านใหม่ต้องไม่ซ้ำกับรหัสผ่านเดิม',
  RECOVERY_CODE_WRONG: () => 'รหัสไม่ถูกต้องหรือหมดอายุ',

  PHONE_MISMATCH: () => 'เบอร์โทรศัพท์นี้ไม่ใช่ของบัญชีที่เข้าสู่ระบบอยู่ กรุณาโหลดหน้านี้ใหม่',

  SLIP_NO_FILE: () => 'no files', // spec §5, in English as given
  SLIP_NO_QR: () => 'ไม่พบ QR ในสลิป กรุณาใช้รูปที่เห็น QR ชัดเจน',
  NOT_A_SLIP: () => 'QR นี้ไม่ใช่ QR ตรวจสอบสลิป',
  SLIP_IS_PAYMENT_QR: () => 'QR นี้เป็น QR สำหรับรับเงิน ไม่ใช่ QR ตรวจสอบสลิป',
  SLIP_UNREADABLE: () => 'อ่าน QR ในสลิปได้ไม่ครบ กรุณาใช้รูปสลิปต้นฉบับจากแอปธนาคาร',
  DUPLICATE_SLIP: () => 'สลิปนี้ถูกใช้งานแล้ว',
  SLIP_ALREADY_CREDITED: () => 'รายการโอนนี้เข้าบัญชีของคุณแล้ว',
  // Pending slips are retried automatically, so no message requests a second upload.
  SLIP_PENDING: () => 'ธนาคารกำลังประมวลผล กรุณารอสักครู่ ระบบจะตรวจสอบสลิปนี้ให้อีกครั้งโดยอัตโนมัติ',
  SLIP_VERIFIER_UNAVAILABLE: () => 'ระบบธนาคารขัดข้องชั่วคราว ระบบจะตรวจสอบสลิปนี้ให้อีกครั้งโดยอัตโนมัติ',
  SLIP_NOT_FOUND: () => 'ไม่พบรายการโอนนี้',
  SLIP_RECEIVER_MISMATCH: () => 'บัญชีผู้รับไม่ใช่บัญชีของระบบ',
  SLIP_SENDER_MISMATCH: () => 'บัญชีผู้โอนไม่ตรงกับบัญชีที่ผูกกับสมาชิก เจ้าหน้าที่จะตรวจสอบ แล้วเติมเครดิตหรือคืนเงินไปยังบัญชีต้นทาง ไม่ต้องโอนซ้ำ',
  SLIP_TOO_OLD: ({ hours }) => `สลิปนี้โอนเกิน ${hours} ชั่วโมงแล้ว รายการนี้อยู่ระหว่างให้เจ้าหน้าที่ตรวจสอบ`,
  SLIP_UNDER_REVIEW: () => 'สลิปนี้อยู่ระหว่างให้เจ้าหน้าที่ตรวจสอบ',
  SLIP_DISPUTED: () => 'เจ้าหน้าที่กำลังตรวจสอบว่ายอดโอนนี้เป็นของใคร ไม่ต้องโอนซ้ำ ผลการตรวจสอบจะแสดงในรายการสลิปของคุณ',
  SLIP_RETURNED: () => 'ยอดโอนนี้ถูกคืนไปยังบัญชีต้นทางแล้ว หากยังไม่ได้รับเงินคืน กรุณาติดต่อแอดมิน',
  SLIP_NOT_YOURS: () => 'ตรวจสอบแล้ว ยอดโอนนี้ไม่ใช่ของคุณ หากมีข้อสงสัย กรุณาติดต่อแอดมิน',
  SLIP_AMOUNT_MISMATCH: () => 'ยอดเงินไม่ตรง',
  SLIP_OVER_LIMIT: () => 'ยอดนี้เกินวงเงินฝากที่คุณตั้งไว้ ระบบไม่เติมเครดิตให้ เจ้าหน้าที่จะติดต่อเรื่องการคืนเงิน',
  MAIN_WALLET_EMPTY: () => 'ไม่มียอดเงินในกระเป๋าหลัก',
  DEPOSIT_LIMIT_REACHED: () => 'คุณฝากครบวงเงินที่ตั้งไว้แล้ว ดูวงเงินได้ที่หน้าบัญชีของฉัน',
  DEPOSIT_BLOCKED: () => 'ไม่สามารถฝากเงินได้ในขณะนี้ กรุณาติดต่อแอดมิน ถอนเงินได้ตามปกติ',
  LIMIT_AMOUNT_INVALID: () => 'กรุณากรอกวงเงินให้ถูกต้อง',
  LIMIT_MINUTES_INVALID: () => 'กรุณากรอกเวลาเป็นนาที ตั้งแต่ 1 ถึง 1,439',
  LIMIT_CHANGE_NOT_FOUND: () => 'ไม่มีคำขอที่รอยืนยัน',
  LIMIT_TOO_EARLY: () => 'ยืนยันได้หลังจากขอครบ 24 ชั่วโมง',

  WITHDRAW_CLOSED: () => 'ปิดให้บริการถอนเงินชั่วคราว',
  WITHDRAW_AMOUNT_INVALID: () => 'กรุณากรอกจำนวนเงินให้ถูกต้อง',
  WITHDRAW_BELOW_MINIMUM: ({ minimum }) => `ถอนเงินขั้นต่ำ ${formatPlainBaht(minimum)} บาท`, // spec §5: {min} as the configuration has it (decision 0008)
  WITHDRAW_ABOVE_MAXIMUM: ({ maximum }) => `ถอนเงินสูงสุด ${formatBaht(maximum)} บาท`,
  WITHDRAW_ABOVE_CAP: ({ maximum }) => `โบนัสนี้ถอนได้สูงสุด ${formatBaht(maximum)} บาท`,
  WITHDRAW_RETURNED_WAITS: ({ returned }) =>
    `เงินถอนที่โอนไม่สำเร็จ ${formatBaht(returned)} บาท อยู่ในกระเป๋าหลัก และนับรวมในยอดถอนสูงสุดของโบนัสแล้ว กรุณาย้ายเข้ากระเป๋าเกมก่อน แล้วจึงถอนเงิน`,
  TURNOVER_NOT_MET: ({ remaining }) => `ยังขาดยอดเทิร์นโอเวอร์อีก ${formatBaht(remaining)} บาท`,
  WITHDRAW_ALREADY_OPEN: () => 'มีรายการถอนที่กำลังดำเนินการอยู่',
  WITHDRAW_FROZEN: () => 'ไม่สามารถถอนเงินได้ในขณะนี้ กรุณาติดต่อแอดมิน',
  WITHDRAW_BET_OPEN: () => 'ยังมีรอบเกมที่รอผลอยู่ขณะใช้โบนัสที่จำกัดยอดถอน กรุณาเล่นให้จบรอบหรือรอผลก่อน แล้วจึงถอนเงิน',
  WITHDRAW_FREE_SPINS: ({ spins, games }) =>
    `มีฟรีสปินค้าง ${spins} รอบ ในเกม ${games} ขณะใช้โบนัสที่จำกัดยอดถอน กรุณาเล่นให้ครบก่อน แล้วจึงถอนเงิน`,
  WITHDRAW_WIN_HELD: () => 'เงินรางวัลของคุณกำลังรอเจ้าหน้าที่ตรวจสอบ ขณะใช้โบนัสที่จำกัดยอดถอน ถอนเงินได้เมื่อตรวจสอบเสร็จ',
  WITHDRAW_BONUS_ENDING: () => 'คุณพักการเล่นขณะที่โบนัสยังมีรอบเกมที่รอผลอยู่ ถอนเงินได้เมื่อรอบนั้นมีผลและโบนัสสิ้นสุดแล้ว',
  WITHDRAW_DISPUTED: () => 'รายการถอนก่อนหน้านี้กำลังรอตรวจสอบกับธนาคาร ถอนเงินได้อีกครั้งเมื่อตรวจสอบเสร็จ หากรอนานกรุณาติดต่อแอดมิน',
  INSUFFICIENT_FUNDS: () => 'ยอดเงินไม่เพียงพอ',

  GAME_UNKNOWN: () => 'ไม่พบเกมนี้',
  GAME_PROVIDER_UNKNOWN: () => 'ไม่พบค่ายเกมนี้',
  GAME_IN_MAINTENANCE: () => 'ปิดปรับปรุงชั่วคราว',
  GAME_EXCLUDED_BY_BONUS: () => 'เกมนี้ไม่ร่วมรายการกับโบนัสที่คุณรับอยู่',
  GAME_LAUNCH_FAILED: () => 'เปิดเกมไม่สำเร็จ กรุณาลองใหม่อีกครั้ง',
  PLAY_FROZEN: () => 'ไม่สามารถเล่นเกมได้ในขณะนี้ กรุณาติดต่อแอดมิน',
  TIME_LIMIT_REACHED: () => 'วันนี้คุณเล่นครบเวลาที่ตั้งไว้แล้ว เล่นได้อีกครั้งพรุ่งนี้ตั้งแต่ 12:00 am',
  PLAY_BREAK_ACTIVE: () => 'คุณกำลังพักการเล่นอยู่ ระหว่างนี้ฝากเงินและเล่นเกมไม่ได้ แต่ถอนเงินได้ตามปกติ',
  PROVIDER_UNAVAILABLE: () => 'ค่ายเกมยังไม่ตอบ กรุณาลองใหม่อีกครั้ง',
  PROVIDER_ROUND_NOT_FOUND: () => 'ค่ายเกมไม่มีรายละเอียดของรอบนี้',
  BET_UNKNOWN: () => 'ไม่พบรายการเดิมพันนี้',

  BONUS_NOT_AVAILABLE: () => 'ไม่สามารถรับโปรโมชั่นนี้ได้',
  BONUS_NONE_ACTIVE: () => 'คุณไม่มีโบนัสที่กำลังใช้งานอยู่',
  BONUS_HAS_OPEN_BET: () => 'คุณมีเดิมพันหรือรอบเกมที่ยังไม่จบ หรือมีเงินรางวัลที่รอตรวจสอบ กรุณารอผลก่อนยกเลิกโบนัส',
  BONUS_HAS_FREE_SPINS: ({ spins, games }) => `มีฟรีสปินค้าง ${spins} รอบ ในเกม ${games} กรุณาเล่นให้ครบก่อนยกเลิกโบนัส`,
  BONUS_HAS_OPEN_WITHDRAWAL: () => 'คุณมีรายการถอนที่ยังไม่เสร็จ กรุณารอผลการถอนก่อนยกเลิกโบนัส',
  CODE_EMPTY: () => 'กรุณากรอกโค้ด',
  ITEM_CODE_INVALID: () => 'ใช้โค้ดไม่สำเร็จ',
  CASHBACK_CLOSED: () => 'ปิดรับยอดคืนชั่วคราว',
  CASHBACK_NONE: () => 'คุณไม่มียอดเสีย ไม่สามารถกดรับได้', // spec §5
  CASHBACK_BELOW_MINIMUM: ({ minimum }) => `รับยอดคืนขั้นต่ำ ${formatBaht(minimum)} บาท`,
  AFFILIATE_CLOSED: () => 'ปิดระบบแนะนำเพื่อนชั่วคราว',
  AFFILIATE_NONE: () => 'คุณไม่มีรายได้ให้ถอน',
  AFFILIATE_BELOW_MINIMUM: ({ minimum }) => `ถอนขั้นต่ำ ${formatBaht(minimum)} บาท`,
  WHEEL_CLOSED: () => 'กงล้อยังไม่พร้อมใช้งาน กรุณาลองใหม่ภายหลัง',
  INSUFFICIENT_COINS: () => 'เหรียญไม่พอ',
};

/** Formats the message of a code that is known only at run time. */
export function formatErrorMessage<Code extends ErrorCode>(code: Code, params: ErrorParams<Code>): string {
  return errorMessages[code](params);
}
