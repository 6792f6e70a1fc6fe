// Thai texts of the member's deposit limits.

import type { CalendarSpan } from '@chaba/contract/limits';

import { createLimitTexts } from './own-limits.text.ts';

const spans = { day: 'ต่อวัน', week: 'ต่อสัปดาห์', month: 'ต่อเดือน' } as const;

export const text = {
  ...createLimitTexts('วงเงิน', 'ตั้งวงเงิน', ' บาท'),
  title: 'วงเงินฝากที่คุณตั้งเอง',
  row: (span: CalendarSpan) => spans[span],
  name: (span: CalendarSpan) => `วงเงินฝาก${spans[span]}`,
  field: () => 'ฝากไม่เกิน',
  used: (used: string | undefined, limit: string) => `ฝากแล้ว ${used ?? ''} จาก ${limit} บาท`,
  effects: () => ['เงินที่โอนเกินวงเงินจะไม่เข้าเครดิต และเจ้าหน้าที่จะโอนคืน'],
} as const;
