// Thai texts of the notice of unfinished rounds.

export const text = {
  openRounds: 'รอบที่ยังไม่จบ',
  openRoundsCount: (count: number) => `มีรอบที่ยังไม่จบ ${count} รอบ`,
  stake: 'เดิมพัน',
  playOn: 'เล่นต่อ',
  baht: 'บาท',
} as const;
