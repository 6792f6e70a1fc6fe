// The name of the slot, which its page, its maths and the catalogue share.

export const text = {
  name: 'ลำน้ำนาคา',
} as const;
