// Thai words of the member's own data, password and devices.

import { answerText } from '@chaba/contract/answers.text';
import { refusalText } from '@chaba/contract/refusals.text';

export const text = {
  member: 'ข้อมูลสมาชิก',
  phone: 'เบอร์โทรศัพท์',
  fullName: 'ชื่อ-นามสกุล',
  bank: 'ธนาคาร',
  account: 'เลขที่บัญชี',
  readOnly: 'หากต้องการแก้ไขข้อมูล กรุณาติดต่อแอดมิน',
  silver: 'ซิลเวอร์',
  rank: 'ระดับสมาชิก',
  changePassword: 'เปลี่ยนรหัสผ่าน',
  oldPassword: 'รหัสผ่านเดิม',
  newPassword: 'รหัสผ่านใหม่',
  confirmPassword: 'ยืนยันรหัสผ่านใหม่',
  passwordHint: '8 ถึง 15 ตัวอักษร',
  incomplete: refusalText.PASSWORD_INCOMPLETE({}), // spec §5
  mismatch: refusalText.PASSWORD_MISMATCH({}),
  changed: answerText.passwordChanged, // spec §8
  changeFailed: 'เปลี่ยนรหัสผ่านไม่สำเร็จ',
  devices: 'อุปกรณ์ที่เข้าสู่ระบบ',
  unknownDevice: 'ไม่ทราบชื่ออุปกรณ์',
  thisDevice: 'เครื่องนี้',
  lastSeen: 'ใช้งานล่าสุด',
  endOthers: 'ออกจากระบบในอุปกรณ์อื่น',
  endOthersQuestion: 'ต้องการออกจากระบบในอุปกรณ์อื่นทั้งหมดใช่หรือไม่',
  endOthersFailed: 'ออกจากระบบในอุปกรณ์อื่นไม่สำเร็จ',
  othersEnded: (count: number) => `ออกจากระบบในอุปกรณ์อื่นแล้ว ${count} เครื่อง`,
  noOthers: 'ไม่มีอุปกรณ์อื่นที่เข้าสู่ระบบอยู่',
  confirm: 'ยืนยัน',
  cancel: 'ยกเลิก',
  theme: 'ธีม',
  dark: 'มืด',
  light: 'สว่าง',
  auto: 'ตามระบบ',
  haptics: 'การสั่นตอบสนอง',
  loopedLetters: 'ใช้ตัวอักษรแบบมีหัว',
  logout: 'ออกจากระบบ',
  care: 'เล่นอย่างมีความรับผิดชอบ',
  careLines: [
    'สำหรับผู้มีอายุ 20 ปีขึ้นไปเท่านั้น',
    'เกมมีไว้เพื่อความบันเทิง ไม่ใช่ช่องทางหารายได้',
    'การพนันมีความเสี่ยง กรุณาเล่นอย่างมีสติและใช้เงินเท่าที่เสียได้โดยไม่เดือดร้อน',
    'อย่าเล่นเพื่อเอาคืนยอดที่เสีย',
  ],
  helpLine: (number: string) => `หากการเล่นกระทบชีวิตประจำวัน โทรปรึกษาสายด่วนสุขภาพจิต ${number}`,
} as const;
