// The names of the demo data.

export const seedText = {
  chaba: { name: 'ชบา', company: 'บริษัท ชบา เกมส์ จำกัด' },
  lanna: { name: 'ล้านนา', company: 'บริษัท ล้านนา เกมส์ จำกัด' },
  promotions: {
    welcome: 'ต้อนรับสมาชิกใหม่ รับโบนัส 100%',
    daily: 'ฝากประจำวัน รับโบนัส 30%',
    reload: 'ฝากซ้ำ รับโบนัส 20%',
  },
  demo: { firstName: 'สมหญิง', lastName: 'ใจดี' },
} as const;
