// The names of the demo data.

import { DEMO_PASSWORD } from '@chaba/server/core/demo';

export const seedText = {
  chaba: { name: 'ชบา', company: 'บริษัท ชบา เกมส์ จำกัด' },
  lanna: { name: 'ล้านนา', company: 'บริษัท ล้านนา เกมส์ จำกัด' },
  promotions: {
    welcome: 'ต้อนรับสมาชิกใหม่ รับโบนัส 100%',
    daily: 'ฝากประจำวัน รับโบนัส 30%',
    reload: 'ฝากซ้ำ รับโบนัส 20%',
  },
  demo: { firstName: 'สมหญิง', lastName: 'ใจดี' },
  /** Holder names of these accounts at the sandbox bank. */
  friends: [
    friend('0891230001', '004', '2043317781', 'พงศ์พัฒน์', 'ยิ้มแย้ม'),
    friend('0891230002', '002', '3195526642', 'จักรพันธุ์', 'หงษ์ทอง'),
    friend('0891230003', '004', '7182203345', 'มะลิ', 'บัวงาม'),
    friend('0891230004', '014', '4402718893', 'กาญจนา', 'ศักดิ์สิทธิ์'),
  ],
} as const;

function friend(phone: string, bankCode: string, bankAccount: string, firstName: string, lastName: string) {
  return { phone, password: DEMO_PASSWORD, bankCode, bankAccount, firstName, lastName };
}
