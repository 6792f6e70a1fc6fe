// Thai words of the promotion selector.

export const text = {
  title: 'รับโปรโมชั่น',
  isOn: 'รับโปรโมชั่น ใช้กับการฝากครั้งถัดไป',
  isOff: 'ไม่รับโปรโมชั่น เปลี่ยนได้ทุกเมื่อ',
  needsInternet: 'ต้องเชื่อมต่ออินเทอร์เน็ตเพื่อทำรายการนี้',
} as const;
