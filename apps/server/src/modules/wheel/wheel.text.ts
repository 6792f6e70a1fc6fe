// Names of the wheel's segments.

import { type Money, formatPlainBaht } from '@chaba/money';

export const wheelText = {
  baht: (amount: Money) => `${formatPlainBaht(amount)} บาท`,
  coins: (count: bigint) => `${count} เหรียญ`,
  spins: (count: bigint) => `หมุนฟรี ${count} ครั้ง`,
  nothing: 'ไม่ได้รางวัล',
} as const;
