// Thai names of the kinds of play and of the volatilities, for the filters and the sheet of a game.

import type { Game } from '@chaba/contract/play';

export const mechanicText: Readonly<Record<NonNullable<Game['mechanic']>, string>> = {
  lines: 'เรียงไลน์',
  waysCascade: 'หลายทาง ไหลลง',
  variableWays: 'พันทาง',
  holdAndSpin: 'หมุนเก็บเหรียญ',
  book: 'ตำราฟรีสปิน',
  anywhere: 'จ่ายทุกตำแหน่ง',
  cluster: 'จ่ายเป็นกลุ่ม',
  threeReels: 'สามวงล้อ',
  videoPoker: 'วิดีโอโป๊กเกอร์',
  cards: 'ไพ่',
  dice: 'ลูกเต๋า',
  wheel: 'วงล้อ',
  counting: 'นับเม็ดและเหรียญ',
  market: 'ทายราคา',
};

export const volatilityWords = ['ต่ำมาก', 'ต่ำ', 'ปานกลาง', 'สูง', 'สูงมาก'] as const;
