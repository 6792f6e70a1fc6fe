// Thai texts of the filters of the lobby.

export const filterText = {
  filterTitle: 'เลือกค่ายเกม',
  anyMechanic: 'ทุกแบบ',
  mechanics: 'วิธีเล่น',
  volatilities: 'ความผันผวน',
  anyVolatility: 'ทุกระดับ',
  onlyOpen: 'แสดงเฉพาะค่ายที่เปิดให้เล่น',
} as const;
