// Thai texts of a game tile.

export const text = {
  maintenance: 'ปิดปรับปรุงชั่วคราว',
  isNew: 'ใหม่',
} as const;
