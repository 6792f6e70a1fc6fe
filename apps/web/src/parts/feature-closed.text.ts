// Thai texts of a closed feature.

export const text = {
  backHome: 'กลับหน้าแรก',
} as const;
