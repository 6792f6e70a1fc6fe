// Thai texts of the dialog about a newer version of the terms.

export const text = {
  title: 'ข้อกำหนดการใช้งานฉบับใหม่',
  body: 'มีข้อกำหนดการใช้งานฉบับใหม่ กรุณาอ่านและกดยอมรับ ท่านถอนเงินได้ตามปกติแม้ยังไม่ได้ยอมรับ',
  read: 'อ่านข้อกำหนดการใช้งาน',
  accept: 'ยอมรับข้อกำหนด',
  later: 'ไว้ครั้งหน้า',
} as const;
