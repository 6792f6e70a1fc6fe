// The name of the video poker, which its page, its maths and the catalogue share.

export const text = {
  name: 'สวนไพ่ห้าใบ',
} as const;
