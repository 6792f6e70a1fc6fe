// Thai texts of the notice of unfinished rounds.

export const text = {
  openRounds: 'รอบที่ยังไม่จบ',
  openRoundsCount: (count: number) => `มีรอบที่ยังไม่จบ ${count} รอบ`,
  stake: 'เดิมพัน',
  playOn: 'เล่นต่อ',
  freeSpins: (count: number) => `มีฟรีสปินค้าง ${count} รอบ`,
  spins: (count: number) => `ฟรีสปิน ${count} รอบ`,
  playSpins: 'เล่นฟรีสปิน',
  baht: 'บาท',
} as const;
