// Thai texts of the recovery of a lost password.

import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@chaba/contract/constraints';
import { errorMessages } from '@chaba/contract/error-messages.text';

export const text = {
  title: 'ตั้งรหัสผ่านใหม่',
  lead: 'กรอกเบอร์โทรศัพท์ที่สมัครไว้ ระบบจะให้เลขคำขอ แล้วแจ้งเลขนี้กับแอดมินทางแชท',
  start: 'ขอเลขคำขอ',
  phoneInvalid: errorMessages.PHONE_INVALID({}),
  number: 'เลขคำขอของคุณ',
  tell: 'แจ้งเลขนี้กับแอดมิน แอดมินจะถามข้อมูลยืนยันตัวตน แล้วให้รหัส 16 ตัวที่ใช้ได้ 10 นาที อย่าส่งรหัสผ่านให้ใคร',
  chat: 'เปิดแชทกับแอดมิน',
  until: (time: string) => `คำขอนี้ใช้ได้ถึง ${time} น. เฉพาะในเบราว์เซอร์นี้`,
  code: 'รหัสจากแอดมิน',
  codeHint: '16 ตัว ใส่ขีดหรือเว้นวรรคได้',
  newPassword: 'รหัสผ่านใหม่',
  confirmPassword: 'ยืนยันรหัสผ่านใหม่',
  passwordHint: `${PASSWORD_LENGTH_MIN} ถึง ${PASSWORD_LENGTH_MAX} ตัวอักษร`,
  length: errorMessages.PASSWORD_LENGTH({ minimum: PASSWORD_LENGTH_MIN, maximum: PASSWORD_LENGTH_MAX }),
  incomplete: errorMessages.PASSWORD_INCOMPLETE({}),
  mismatch: errorMessages.PASSWORD_MISMATCH({}),
  submit: 'ตั้งรหัสผ่านใหม่',
  again: 'เริ่มใหม่',
  done: 'ตั้งรหัสผ่านใหม่แล้ว ทุกเครื่องออกจากระบบ กรุณาเข้าสู่ระบบด้วยรหัสผ่านใหม่',
  failedTitle: 'ตั้งรหัสผ่านไม่สำเร็จ',
} as const;
