// Thai texts of the parts of the frame that are loaded after the page.

export const deferredText = {
  restQuestion: (minutes: number) => `คุณเล่นต่อเนื่องมา ${minutes} นาทีแล้ว ต้องการพักหรือไม่`,
  rest: 'พักการเล่น',
  goOn: 'เล่นต่อ',
  refreshing: 'กำลังโหลด…',
} as const;

/** The closed site. */
export const closedText = {
  maintenanceTitle: 'ปิดปรับปรุงระบบ',
  maintenanceBody: 'กำลังปรับปรุงระบบ กรุณากลับมาใหม่ภายหลัง',
  expectedEnd: 'คาดว่าจะเปิดให้บริการ',
  retry: 'ลองใหม่อีกครั้ง',
  disabled: 'เว็บไซต์ปิดให้บริการชั่วคราว',
} as const;

/** The dialog of an announcement. */
export const alertText = { announcement: 'แจ้งเตือน', notToday: 'ไม่ต้องแสดงอีกในวันนี้' } as const;
