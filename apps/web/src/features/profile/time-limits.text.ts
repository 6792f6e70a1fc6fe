// Thai texts of the member's limit of time played.

import { formatHours, createLimitTexts } from './own-limits.text.ts';

export const text = {
  ...createLimitTexts('เวลาเล่นสูงสุด', 'ตั้งเวลา', ''),
  title: 'เวลาเล่นที่คุณตั้งเอง',
  row: () => 'ต่อวัน',
  name: () => 'เวลาเล่นสูงสุดต่อวัน',
  field: () => 'เล่นไม่เกิน',
  invalid: 'กรุณากรอกเวลาเป็นนาที ตั้งแต่ 1 ถึง 1,439',
  minutes: 'นาที',
  choices: 'เลือกเวลา',
  shown: formatHours,
  used: (used: string | undefined, limit: string) => `เล่นแล้ว ${used ?? ''} จาก ${limit}`,
  effects: () => [
    'นับจากเดิมพันของคุณ แต่ละครั้งนับไปจนถึงเดิมพันถัดไป แต่ไม่เกิน 5 นาที',
    'เมื่อครบเวลา เดิมพันใหม่จะไม่ถูกรับจนถึง 12:00 am แต่รอบที่ค้างอยู่เล่นต่อจนจบได้',
  ],
} as const;
