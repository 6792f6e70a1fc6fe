// Thai texts of the terms of use: the page, and the dialog about a newer version.

export const termsText = {
  title: 'ข้อกำหนดการใช้งาน',
  version: (version: number) => `ฉบับที่ ${version} มีผลตั้งแต่`,
  none: 'ยังไม่มีข้อกำหนดการใช้งาน',
} as const;

/** The dialog about a newer version. */
export const termsQuestionText = {
  title: 'ข้อกำหนดการใช้งานฉบับใหม่',
  body: 'มีข้อกำหนดการใช้งานฉบับใหม่ กรุณาอ่านและกดยอมรับ ท่านถอนเงินได้ตามปกติแม้ยังไม่ได้ยอมรับ',
  read: 'อ่านข้อกำหนดการใช้งาน',
  accept: 'ยอมรับข้อกำหนด',
  later: 'ไว้ครั้งหน้า',
} as const;
