// The names of the demo data.

export const seedText = {
  chaba: { name: 'ชบา', company: 'บริษัท ชบา เกมส์ จำกัด' },
  lanna: { name: 'ล้านนา', company: 'บริษัท ล้านนา เกมส์ จำกัด' },
  demo: { firstName: 'สมหญิง', lastName: 'ใจดี' },
} as const;
