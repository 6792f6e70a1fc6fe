// Words of the terms of a promotion, as members read them.

export const promotionTermsText = {
  minimumDeposit: 'ฝากขั้นต่ำ',
  noMinimum: 'ไม่มีขั้นต่ำ',
  maximumBonus: 'โบนัสสูงสุด',
  turnover: 'ทำเทิร์น',
  maximumWithdraw: 'ถอนได้สูงสุด',
  unlimited: 'ไม่จำกัด',
  maximumBet: 'เดิมพันสูงสุดต่อรอบ',
  excludedGames: 'เกมที่เล่นไม่ได้ระหว่างทำเทิร์น',
  countsOf: (category: string) => `เทิร์นจาก${category}`,
  countsShare: (percent: string) => `นับ ${percent}%`,
  countsNot: 'ไม่นับ',
  tablesWithoutPositions: 'โต๊ะสดที่ค่ายไม่บอกว่าเดิมพันฝั่งไหน',
  categories: { LIVECASINO: 'คาสิโนสด', EGAMES: 'สล็อต', POKER: 'โป๊กเกอร์', TRADING: 'เทรดดิ้ง' } as Readonly<
    Record<string, string>
  >,
  times: (count: string) => `${count} เท่า`,
  inBaht: (amount: string) => `${amount} บาท`,
  bonusPercent: (percent: string) => `โบนัส ${percent}%`,
  bonusBaht: (amount: string) => `โบนัส ${amount} บาท`,
} as const;
