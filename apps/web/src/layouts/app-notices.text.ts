// Thai texts about the site as an app: newer version, installation.

export const text = {
  region: 'ประกาศจากแอป',
  updateReady: 'มีเวอร์ชันใหม่',
  updateNow: 'อัพเดทตอนนี้',
  installTitle: 'เพิ่มไว้บนหน้าจอหลัก',
  install: 'ติดตั้ง',
  later: 'ไว้ภายหลัง',
  installIos: 'แตะปุ่มแชร์ แล้วเลือก “เพิ่มไปยังหน้าจอโฮม”',
} as const;
