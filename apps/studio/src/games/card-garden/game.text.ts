// Thai name of the video poker, shared by its page, its maths and the catalogue.

export const text = {
  name: 'สวนไพ่ห้าใบ',
} as const;
