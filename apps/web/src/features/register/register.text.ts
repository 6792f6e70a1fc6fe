// Thai texts of the registration.

import { messageText } from '@chaba/contract/messages.text';
import { BANK_ACCOUNT_LENGTHS, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@chaba/contract/constraints';
import { errorMessages } from '@chaba/contract/error-messages.text';

export const text = {
  steps: ['เบอร์โทรศัพท์', 'บัญชี', 'สำเร็จ'],
  phoneTitle: 'เบอร์โทรศัพท์',
  phoneHint: 'ใช้เบอร์นี้ในการเข้าสู่ระบบ',
  phoneCheck: 'ตรวจสอบเบอร์โทรศัพท์',
  phoneInvalid: errorMessages.PHONE_INVALID({}), // spec §5
  haveAccount: 'เป็นสมาชิกอยู่แล้ว',
  login: 'เข้าสู่ระบบ',
  bankTitle: 'เลือกธนาคาร',
  bankCount: (count: number) => `${count} ธนาคาร`,
  moreBanks: (count: number) => `แสดงอีก ${count} ธนาคาร`,
  account: 'เลขที่บัญชี',
  accountPlaceholder: 'กรอกเลขที่บัญชี 10 หรือ 12 หลัก',
  accountComplete: (digits: number) => `ครบ ${digits} หลัก`,
  accountTooLong: (digits: number) => `เลขที่บัญชีมี ${BANK_ACCOUNT_LENGTHS.join(' หรือ ')} หลัก กรอกไว้ ${digits} หลัก`,
  bankCheck: 'ตรวจสอบบัญชี',
  bankChecking: 'กำลังตรวจสอบบัญชี…',
  bankIncomplete: errorMessages.BANK_INCOMPLETE({}), // spec §5
  bankExpired: errorMessages.BANK_TOKEN_INVALID({}),
  warning: 'กรุณาตรวจสอบข้อมูลบัญชีธนาคารให้ถูกต้องก่อนบันทึก เนื่องจากไม่สามารถแก้ไขด้วยตนเองได้ภายหลัง',
  detailsTitle: 'ตรวจสอบและยืนยัน',
  change: 'แก้ไข',
  changeOf: (what: string) => `แก้ไข${what}`,
  firstName: 'ชื่อ',
  lastName: 'นามสกุล',
  namesMissing: errorMessages.SIGNUP_INCOMPLETE({}),
  namesLocked: 'ชื่อ-นามสกุลดึงจากข้อมูลธนาคาร ไม่สามารถแก้ไขได้',
  surnameShort: 'นามสกุลแสดงเฉพาะอักษรแรกจนกว่าจะสมัครเสร็จ',
  namesTyped: 'ธนาคารยังไม่ยืนยันชื่อบัญชี กรุณากรอกชื่อและนามสกุลให้ตรงกับบัญชีธนาคาร',
  setPassword: 'ตั้งรหัสผ่าน',
  passwordHint: `${PASSWORD_LENGTH_MIN} ถึง ${PASSWORD_LENGTH_MAX} ตัวอักษร`,
  passwordLength: errorMessages.PASSWORD_LENGTH({ minimum: PASSWORD_LENGTH_MIN, maximum: PASSWORD_LENGTH_MAX }),
  passwordConfirm: 'ยืนยันรหัสผ่าน',
  passwordMismatch: errorMessages.PASSWORD_MISMATCH({}),
  wallet: 'หมายเลขวอลเล็ท',
  referral: 'รหัสผู้แนะนำ',
  noReferral: 'ไม่มีผู้แนะนำ',
  terms: 'ฉันมีอายุครบ 20 ปีบริบูรณ์ และยอมรับข้อกำหนดการใช้งาน',
  readTerms: 'อ่านข้อกำหนดการใช้งาน',
  termsMissing: 'กรุณายืนยันอายุและยอมรับข้อกำหนดการใช้งาน',
  promotions: 'รับโปรโมชั่นสำหรับสมาชิกใหม่',
  submit: 'ยืนยันการสมัคร',
  success: messageText.registered, // spec §4
  successDetail: 'กำลังพาไปหน้าเข้าสู่ระบบ',
  goLogin: 'ไปหน้าเข้าสู่ระบบ',
  failedTitle: 'สมัครสมาชิกไม่สำเร็จ',
  errorTitle: 'เกิดข้อผิดพลาด',
} as const;

/** Bank name in a picker cell; line breaks are set by hand. */
export const cellNames: Readonly<Record<string, string>> = {
  '014': 'ไทยพาณิชย์',
  '002': 'กรุงเทพ',
  '004': 'กสิกรไทย',
  '006': 'กรุงไทย',
  '034': 'ธ.ก.ส.',
  '011': 'ทหารไทย\nธนชาต',
  '017': 'ซิตี้แบงก์',
  '020': 'สแตนดาร์ด\nชาร์เตอร์ด',
  '022': 'ซีไอเอ็มบี\nไทย',
  '024': 'ยูโอบี',
  '025': 'กรุงศรี\nอยุธยา',
  '030': 'ออมสิน',
  '033': 'อาคาร\nสงเคราะห์',
  '073': 'แลนด์ แอนด์\nเฮ้าส์',
  '067': 'ทิสโก้',
  '069': 'เกียรตินาคิน\nภัทร',
  '066': 'อิสลาม',
};
