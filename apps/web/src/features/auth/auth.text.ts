// Thai texts of the sign-in.

import { errorMessages } from '@chaba/contract/error-messages.text';

export const text = {
  invalid: errorMessages.LOGIN_INVALID({}), // spec §5
  welcome: 'ยินดีต้อนรับกลับ',
  lead: 'เข้าสู่ระบบด้วยเบอร์โทรศัพท์ที่สมัครไว้',
  submit: 'เข้าสู่ระบบ',
  submitting: 'กำลังเข้าสู่ระบบ…',
  remember: 'จดจำการเข้าสู่ระบบ',
  tokenUnusable: 'เข้าสู่ระบบไม่ได้ ระบบส่งรหัสการเข้าสู่ระบบที่ใช้งานไม่ได้ กรุณาติดต่อแอดมิน',
  untilReload: 'เบราว์เซอร์นี้ไม่อนุญาตให้บันทึกข้อมูล ถ้าปิดหรือโหลดหน้าใหม่ต้องเข้าสู่ระบบอีกครั้ง',
  forgot: 'ลืมรหัสผ่าน ติดต่อแอดมิน',
  recover: 'ตั้งรหัสผ่านใหม่ด้วยรหัสจากแอดมิน',
  noAccount: 'ยังไม่มีบัญชี',
  register: 'สมัครสมาชิก',
  failedTitle: 'เข้าสู่ระบบไม่สำเร็จ',
  continueAs: (phone: string) => `เข้าสู่ระบบด้วย ${phone}`,
  forgetDevice: 'เลิกจดจำเครื่องนี้',
} as const;
