// Thai texts of a game tile.

export const text = {
  maintenance: 'ปิดปรับปรุงชั่วคราว',
  isNew: 'ใหม่',
  info: (name: string) => `ข้อมูลเกม ${name}`,
} as const;
