// Thai texts of a slip.

import { bankName } from '@chaba/contract/banks.text';

const months = ['ม.ค.', 'ก.พ.', 'มี.ค.', 'เม.ย.', 'พ.ค.', 'มิ.ย.', 'ก.ค.', 'ส.ค.', 'ก.ย.', 'ต.ค.', 'พ.ย.', 'ธ.ค.'];

const BANGKOK_OFFSET_MS = 7 * 3_600_000;
const BUDDHIST_YEARS_AHEAD = 543;

export const text = {
  done: 'โอนเงินสำเร็จ',
  from: 'จาก',
  to: 'ไปยัง',
  amount: 'จำนวนเงิน',
  baht: 'บาท',
  fee: 'ค่าธรรมเนียม',
  reference: 'รหัสอ้างอิง',
  time: 'วันที่ทำรายการ',
  scan: 'สแกนตรวจสอบสลิป',
  bankOf: bankName,
  playMoney: 'เครดิตทดลอง ไม่มีมูลค่าเป็นเงินจริง',
} as const;

/** "21 พ.ย. 2569 - 15:07 น.": Bangkok has no daylight saving, so its clock is UTC shifted. */
export function slipTime(atMs: number): string {
  const clock = new Date(atMs + BANGKOK_OFFSET_MS);
  const year = clock.getUTCFullYear() + BUDDHIST_YEARS_AHEAD;
  return `${clock.getUTCDate()} ${months[clock.getUTCMonth()]} ${year} - ${clock.toISOString().slice(11, 16)} น.`;
}
