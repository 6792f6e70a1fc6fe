// The name of the table, which its page and the catalogue share.

export const text = {
  name: 'บาคาร่าชบา',
} as const;
