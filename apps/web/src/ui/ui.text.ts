// Thai texts of the shared components. Product texts are with their feature.

export const text = {
  close: 'ปิด',
  ok: 'ตกลง',
  yes: 'ใช่',
  no: 'ไม่ใช่',
  notice: 'แจ้งเตือน', // spec §8
  errorTitle: 'เกิดข้อผิดพลาด',
  errorCrash: 'หน้านี้มีปัญหา กรุณาโหลดใหม่',
  reload: 'โหลดหน้าใหม่',
  retry: 'ลองใหม่อีกครั้ง',
  loading: 'กำลังโหลด…',
  processing: 'กำลังดำเนินการ…',
  optional: 'ไม่บังคับ',
  copy: 'คัดลอก',
  copied: 'คัดลอกแล้ว', // spec §8
  copyOf: (name: string) => `คัดลอก${name}`,
  qrOf: (name: string) => `คิวอาร์โค้ดสำหรับ${name}`,
  qrSave: 'บันทึกรูป QR',
  qrSaved: 'บันทึกรูป QR แล้ว',
  qrFailed: 'บันทึกรูปไม่สำเร็จ กรุณาจับภาพหน้าจอแทน',
  baht: 'บาท',
  bahtSign: '฿',
  /** In lower case; the longest first. */
  currencyNames: ['บาทถ้วน', 'บาท', 'baht', 'thb', 'บ.', 'บ', '฿'],
  amountRejected: (max: number) => `อ่านจำนวนเงินที่วางไม่ได้ กรุณาพิมพ์ตัวเลขไม่เกิน ${max} ตัวอักษร เช่น 500.00`,
  password: 'รหัสผ่าน',
  passwordPlaceholder: 'กรอกรหัสผ่าน',
  passwordTooLong: (length: number, max: number) => `รหัสผ่านมีได้ไม่เกิน ${max} ตัวอักษร กรอกไว้ ${length} ตัวอักษร`,
  showPassword: 'แสดงรหัสผ่าน',
  hidePassword: 'ซ่อนรหัสผ่าน',
  capsLock: 'เปิด Caps Lock อยู่',
  stepOf: (step: number, count: number) => `ขั้นตอนที่ ${step} จาก ${count}`,
  stepDone: 'เสร็จแล้ว',
  seeAll: 'ดูทั้งหมด',
  balanceHidden: 'ซ่อนยอดเงินอยู่',
} as const;
