// Titles of the screens that only the menu opens.

export const text = {
  depositAuto: 'ฝากเงินอัตโนมัติ',
  depositWallet: 'ฝากเงินผ่านวอลเล็ท',
  profile: 'ข้อมูลสมาชิก',
} as const;
