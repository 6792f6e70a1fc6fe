// Thai texts of the lobby, its rows and its filters. Of the game page: game-page.text.ts.

export const text = {
  lobby: 'ค่ายเกม',
  slot: 'สล็อต',
  baccarat: 'บาคาร่า',
  poker: 'โป๊กเกอร์',
  trading: 'เทรดดิ้ง',
  search: 'ค้นหาค่ายหรือชื่อเกม',
  count: (count: number) => `${count} รายการ`,
  categories: 'ประเภทเกม',
  category: { ALL: 'ทั้งหมด', LIVECASINO: 'คาสิโนสด', EGAMES: 'สล็อต', POKER: 'โป๊กเกอร์', TRADING: 'เทรดดิ้ง' },
  views: 'มุมมอง',
  view: { providers: 'ค่ายเกม', recent: 'เล่นล่าสุด', favourites: 'รายการโปรด' },
  filter: 'กรองค่าย',
  filterBy: (name: string) => `กรองค่าย ${name}`,
  everyProvider: 'ทุกค่าย',
  maintenance: 'ปิดปรับปรุงชั่วคราว',
  gameCount: (category: string, count: number) => `${category} · ${count} เกม`,
  addFavourite: (name: string) => `เพิ่ม ${name} ในรายการโปรด`,
  removeFavourite: (name: string) => `นำ ${name} ออกจากรายการโปรด`,
  emptyTitle: 'ไม่พบเกมที่ค้นหา',
  emptyHelp: 'ลองใช้คำอื่น หรือดูเกมทั้งหมด',
  showAll: 'ดูเกมทั้งหมด',
  noCategory: (category: string) => `ยังไม่มีเกม${category}`,
  noCategoryHelp: 'เลือกเล่นเกมประเภทอื่นที่เปิดให้บริการได้',
  noGames: 'ยังไม่มีเกมในขณะนี้',
  noGamesHelp: 'กรุณากลับมาดูใหม่ภายหลัง',
  recentEmpty: 'ยังไม่มีเกมที่เล่นล่าสุด',
  recentHelp: 'เกมที่คุณเปิดเล่นจะแสดงที่นี่',
  returned: (percent: string) => `RTP ${percent}%`,
  closedBy: { operator: 'ปิดโดยแอดมิน', studio: 'ปิดโดยค่ายเกม' },
  favouritesEmpty: 'ยังไม่มีรายการโปรด',
  favouritesHelp: 'แตะรูปหัวใจบนเกมที่ชอบ',
  failed: 'โหลดรายการเกมไม่สำเร็จ',
  onlyListed: 'เว็บไซต์นี้ยังเปิดเกมจากหน้านี้ไม่ได้ กรุณาติดต่อแอดมิน',
} as const;

/** The rows above all games. */
export const rowText = {
  rows: { recent: 'เล่นล่าสุด', favourites: 'รายการโปรด', newGames: 'เกมใหม่', popular: 'ยอดนิยมในสัปดาห์นี้' },
  seeAllOf: (row: string) => `ดูทั้งหมด ${row}`,
  previous: (row: string) => `เลื่อน${row}ไปทางซ้าย`,
  next: (row: string) => `เลื่อน${row}ไปทางขวา`,
  rowsFailed: 'โหลดเกมของคุณไม่สำเร็จ',
  retry: 'ลองอีกครั้ง',
} as const;

/** The filters of the lobby. */
export const filterText = {
  filterTitle: 'เลือกค่ายเกม',
  anyMechanic: 'ทุกแบบ',
  mechanics: 'วิธีเล่น',
  volatilities: 'ความผันผวน',
  anyVolatility: 'ทุกระดับ',
  onlyOpen: 'แสดงเฉพาะค่ายที่เปิดให้เล่น',
} as const;
