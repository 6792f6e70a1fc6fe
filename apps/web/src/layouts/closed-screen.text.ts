// Words of the closed site, loaded with it.

export const closedText = {
  maintenanceTitle: 'ปิดปรับปรุงระบบ',
  maintenanceBody: 'กำลังปรับปรุงระบบ กรุณากลับมาใหม่ภายหลัง',
  expectedEnd: 'คาดว่าจะเปิดให้บริการ',
  retry: 'ลองใหม่อีกครั้ง',
  disabled: 'เว็บไซต์ปิดให้บริการชั่วคราว',
} as const;
