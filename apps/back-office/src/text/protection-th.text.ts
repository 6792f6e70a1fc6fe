// Words of the protection of members in Thai.

import type { PlayBreakLength } from '@chaba/contract/constraints';
import type { ProtectionChip } from '@chaba/contract/back-office/protection-wire';

export type ProtectionWords = typeof protectionTh;

export const protectionTh = {
  title: 'การเล่นอย่างรับผิดชอบ',
  choose: 'เลือกสมาชิกเพื่อดูรายละเอียด',
  show: 'แสดง',
  chips: {
    breaks: 'พักการเล่น',
    exclusions: 'งดเล่นระยะยาว',
    requests: 'ขอเพิ่มวงเงิน',
    limits: 'ตั้งวงเงิน',
    markers: 'สัญญาณเล่นเกินตัว',
  } satisfies Record<ProtectionChip, string>,
  columns: {
    member: 'สมาชิก',
    state: 'สถานะ',
    until: 'ถึง',
    breaks: 'พักใน 90 วัน',
    limits: 'วงเงิน',
    markers: 'สัญญาณ',
  },
  empty: {
    breaks: 'ไม่มีสมาชิกพักการเล่น',
    exclusions: 'ไม่มีสมาชิกงดเล่นระยะยาว',
    requests: 'ไม่มีคำขอเพิ่มวงเงิน',
    limits: 'ยังไม่มีสมาชิกตั้งวงเงิน',
    markers: 'ไม่มีสัญญาณเล่นเกินตัวที่รอพิจารณา',
  } satisfies Record<ProtectionChip, string>,
  emptyHelp: 'สมาชิกตั้งเองได้ที่หน้าบัญชีของฉัน หรือขอทางโทรศัพท์',
  endless: 'ไม่มีกำหนด',
  minutes: (count: string) => `${count} นาที`,
  requested: (most: string, time: string) => `ขอเป็น ${most} เมื่อ ${time}`,
  noLimit: 'ไม่จำกัด',
  noLimits: 'ไม่ได้ตั้งวงเงิน',
  rule: 'พักการเล่นเริ่มหรือยาวขึ้นได้ แต่ไม่มีใครทำให้สั้นลงได้ วงเงินที่สมาชิกตั้งเองมีแต่สมาชิกเท่านั้นที่เพิ่มได้',
  length: 'ระยะเวลา',
  lengths: {
    '24h': '24 ชั่วโมง',
    '7d': '7 วัน',
    '30d': '30 วัน',
    '42d': '42 วัน',
    '6m': '6 เดือน',
    '1y': '1 ปี',
    '5y': '5 ปี',
    forever: 'ไม่มีกำหนด',
  } satisfies Record<PlayBreakLength, string>,
  openMember: 'เปิดหน้าสมาชิก',
};
