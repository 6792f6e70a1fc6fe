// Thai texts of the phone number field.

import { PHONE_LENGTH } from '@chaba/contract/constraints';

export const text = {
  phone: 'เบอร์โทรศัพท์',
  phoneTooLong: (digits: number) => `เบอร์โทรศัพท์มี ${PHONE_LENGTH} หลัก กรอกไว้ ${digits} หลัก`,
  phonePlaceholder: 'กรอกเบอร์โทรศัพท์ 10 หลัก',
} as const;
