// Thai texts of the phone number field.

export const text = {
  phone: 'เบอร์โทรศัพท์',
  phonePlaceholder: 'กรอกเบอร์โทรศัพท์ 10 หลัก',
} as const;
