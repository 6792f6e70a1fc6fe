// Thai texts of the member's play limits.

import type { PlayLimitSpan } from '@chaba/contract/limits';

import { createLimitTexts } from './own-limits.text.ts';

const rows = {
  day: 'ยอดเสียต่อวัน',
  week: 'ยอดเสียต่อสัปดาห์',
  month: 'ยอดเสียต่อเดือน',
  bet: 'เดิมพันต่อครั้ง',
} as const;

const losses = 'ยอดเสียคือเดิมพันหักด้วยเงินที่เกมคืนให้ รวมเครดิตโบนัสด้วย';
const refused = 'เดิมพันที่เกินวงเงินจะไม่ถูกรับ และไม่มีการหักเงิน';

export const text = {
  ...createLimitTexts('วงเงิน', 'ตั้งวงเงิน', ' บาท'),
  title: 'วงเงินเล่นที่คุณตั้งเอง',
  row: (span: PlayLimitSpan) => rows[span],
  name: (span: PlayLimitSpan) => `วงเงิน${rows[span]}`,
  field: (span: PlayLimitSpan) => (span === 'bet' ? 'เดิมพันไม่เกิน' : 'เสียไม่เกิน'),
  used: (used: string | undefined, limit: string) =>
    used === undefined ? `ไม่เกิน ${limit} บาท` : `เสียแล้ว ${used} จาก ${limit} บาท`,
  effects: (span: PlayLimitSpan) => (span === 'bet' ? [refused] : [losses, refused]),
} as const;
