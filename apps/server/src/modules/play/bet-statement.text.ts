// Thai words of the bet statement, a table that spreadsheets open.

import { TABLE_WITHOUT_POSITIONS_PERCENT } from '@chaba/contract/constraints';

export const statementText = {
  columns: [
    'วันเวลา',
    'ค่ายเกม',
    'เกม',
    'รหัสรอบ',
    'เดิมพัน (บาท)',
    'ได้รับ (บาท)',
    'สุทธิ (บาท)',
    'นับเป็นเทิร์นโอเวอร์ (บาท)',
    'สถานะ',
    'เหตุผลที่ไม่นับหรือนับไม่เต็ม',
    'ออกผลเมื่อ',
  ],
  state: { open: 'รอผล', settled: 'ออกผลแล้ว', void: 'ยกเลิก คืนเงินแล้ว' },
  notCounted: {
    OPEN: 'ยังไม่ออกผล',
    VOID: 'ยกเลิก คืนเงินแล้ว',
    FREE: 'รอบฟรี',
    DRAW: 'เสมอ',
    OPPOSITE: 'เดิมพันสองฝั่ง',
    PROVIDER: 'ค่ายเกมไม่นับ',
    TABLE: `โต๊ะสดที่ค่ายไม่บอกว่าเดิมพันฝั่งไหน นับ ${TABLE_WITHOUT_POSITIONS_PERCENT}%`,
  },
} as const;
