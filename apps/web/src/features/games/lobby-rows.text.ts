// Thai texts of the rows above all games.

export const rowText = {
  rows: { recent: 'เล่นล่าสุด', favourites: 'รายการโปรด', newGames: 'เกมใหม่', popular: 'ยอดนิยมในสัปดาห์นี้' },
  seeAllOf: (row: string) => `ดูทั้งหมด ${row}`,
  previous: (row: string) => `เลื่อน${row}ไปทางซ้าย`,
  next: (row: string) => `เลื่อน${row}ไปทางขวา`,
  rowsFailed: 'โหลดเกมของคุณไม่สำเร็จ',
  retry: 'ลองอีกครั้ง',
} as const;
