// Thai texts of the terms of use.

export const text = {
  title: 'ข้อกำหนดการใช้งาน',
  version: (version: number) => `ฉบับที่ ${version} มีผลตั้งแต่`,
  none: 'ยังไม่มีข้อกำหนดการใช้งาน',
} as const;
