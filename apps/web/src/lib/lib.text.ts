// Thai texts of what pages share.

import { messageText } from '@chaba/contract/messages.text';

/** Failures without a message of the server. */
export const failureText = {
  noConnection: messageText.noConnection, // spec §8
  generic: 'ทำรายการไม่สำเร็จ กรุณาลองใหม่อีกครั้ง',
} as const;

/** Signing out. */
export const signOutText = {
  logout: 'ออกจากระบบ',
  logoutQuestion: 'ต้องการออกจากระบบใช่หรือไม่',
} as const;

/** Promotion terms. */
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

/** Name of the site until its configuration is known. */
export const siteText = {
  appName: 'ชบา',
} as const;
