// Words of risk in Thai: block lists, rules, alerts.

import type { BlockKind } from '@chaba/contract/back-office/blocks';
import type { RiskRuleName, RiskUnit } from '@chaba/contract/back-office/risk';

export const riskActionNamesTh = {
  'alert.clear': 'ไม่พบปัญหา',
  'alert.act': 'ดำเนินการแล้ว',
  'alert.same-person': 'คนเดียวกัน',
  'alert.household': 'ครัวเรือนเดียวกัน',
  'alert.different': 'คนละคน',
  'risk.set-rule': 'เปลี่ยนกฎความเสี่ยง',
  'block.add': 'บล็อก',
  'block.end': 'เลิกบล็อก',
};

export const riskEffectsTh = {
  'alert.clear': 'ออกจากคิว ไม่มีอะไรเปลี่ยนกับสมาชิก',
  'alert.act': 'ออกจากคิว บันทึกว่าได้ดูแลหรือติดต่อสมาชิกแล้ว',
  'alert.same-person': 'เก็บผลไว้กับสมาชิกในกลุ่มทุกคู่ ล็อกหรือบล็อกได้ที่หน้าสมาชิก',
  'alert.household': 'เก็บผลไว้ คู่นี้จะไม่เตือนอีก',
  'alert.different': 'เก็บผลไว้ คู่นี้จะไม่เตือนอีก',
  'risk.set-rule': 'ใช้กับข้อมูลใหม่ภายในหนึ่งนาที ทำให้เข้มขึ้นทำคนเดียวได้ ผ่อนหรือปิดต้องสองคน',
  'block.add': 'สมัครและฝากเงินไม่ได้ เงินที่โอนเข้ามาจะรอเจ้าหน้าที่ ถอนเงินได้ตามปกติ',
  'block.end': 'สมัครและฝากเงินได้อีกครั้งทันที',
};

export const riskReasonsTh: Readonly<Record<string, readonly string[]>> = {
  'alert.clear': ['ตรวจสอบแล้ว ปกติ'],
  'alert.act': ['โทรคุยกับสมาชิกแล้ว', 'ล็อกสมาชิกแล้ว', 'แนะนำให้ตั้งวงเงิน'],
  'alert.same-person': ['ชื่อและบัญชีเป็นคนเดียวกัน', 'เปลี่ยนเบอร์สมัครใหม่'],
  'alert.household': ['อยู่บ้านเดียวกัน'],
  'alert.different': ['ตรวจสอบแล้ว คนละคน'],
  'block.add': ['สงสัยทุจริต', 'บัญชีม้า', 'สมัครหลายบัญชี'],
  'block.end': ['ตรวจสอบแล้ว ปกติ', 'บล็อกผิด'],
};

const rules: Readonly<Record<RiskRuleName, string>> = {
  'shared-device': 'ใช้อุปกรณ์เดียวกัน',
  'shared-network': 'ใช้เครือข่ายเดียวกัน',
  'shared-name': 'ชื่อบัญชีตรงกัน',
  'sign-in-locked': 'เข้าสู่ระบบผิดจนถูกล็อก',
  'deposits-a-day': 'ฝากหลายครั้งในวันเดียว',
  'net-deposits': 'ฝากหักถอนใน 30 วัน',
  losses: 'เสียใน 30 วัน',
  breaks: 'พักการเล่นบ่อยใน 90 วัน',
  'looser-limits': 'ขอเพิ่มวงเงินใน 30 วัน',
};

/** Words of the values of a fact, by its name. */
export const riskFactValuesTh: Readonly<Record<string, Readonly<Record<string, string>>>> = { riskRule: rules };

export const riskFactNamesTh = {
  alert: 'เลขที่',
  riskRule: 'กฎ',
  figure: 'นับได้',
  threshold: 'เกณฑ์',
  newThreshold: 'เกณฑ์ใหม่',
  group: 'กลุ่ม',
  isOn: 'เปิดใช้',
  newIsOn: 'เปิดใช้ใหม่',
  deposits: 'ฝากรวม',
  withdrawals: 'ถอนรวม',
  registered: 'สมัคร',
  blocked: 'สิ่งที่บล็อก',
  value: 'ค่า',
  block: 'เลขที่',
};

export type RiskWords = typeof riskTh;

export const riskTh = {
  title: 'ความเสี่ยง',
  choose: 'เลือกรายการเพื่อดูรายละเอียด',
  show: 'แสดง',
  anyKind: 'ทั้งหมด',
  kinds: {
    phone: 'เบอร์โทร',
    account: 'บัญชีธนาคาร',
    device: 'อุปกรณ์',
    address: 'เครือข่าย',
  } satisfies Record<BlockKind, string>,
  rules,
  rulesTitle: 'กฎ',
  ruleColumns: { rule: 'กฎ', about: 'เรื่อง', threshold: 'เกณฑ์', state: 'สถานะ', by: 'เปลี่ยนโดย' },
  about: { fraud: 'ทุจริต', harm: 'เล่นเกินตัว' },
  units: { members: 'คน', times: 'ครั้ง', baht: 'บาท' } satisfies Record<RiskUnit, string>,
  on: 'เปิด',
  off: 'ปิด',
  usual: 'ค่าเริ่มต้น',
  threshold: 'เกณฑ์',
  state: 'สถานะ',
  ruleHelp: 'กฎทำงานทุกนาทีกับข้อมูลใหม่ สิ่งที่พบเข้าคิวสัญญาณความเสี่ยง ระบบไม่ทำอะไรกับสมาชิกเอง',
  columns: { kind: 'ชนิด', label: 'ค่า', reason: 'เหตุผล', by: 'โดย', time: 'เมื่อ' },
  empty: 'ยังไม่มีรายการบล็อก',
  emptyHelp: 'บล็อกจากหน้าสมาชิก หรือเพิ่มเบอร์ บัญชี หรือ IP ที่นี่',
  add: 'เพิ่มรายการบล็อก',
  kind: 'ชนิด',
  value: 'ค่า',
  hints: {
    phone: 'เบอร์ 10 หลัก',
    account: 'รหัสธนาคาร 3 หลัก เว้นวรรค เลขบัญชี เช่น 004 1234567890',
    device: 'บล็อกอุปกรณ์ได้จากหน้าสมาชิกเท่านั้น',
    address: 'IP สาธารณะ',
  } satisfies Record<BlockKind, string>,
  ofMember: (member: string) => `ของ ${member}`,
  rule: 'ค่าที่บล็อกสมัครสมาชิกและฝากเงินไม่ได้ สมาชิกเห็นเพียงให้ติดต่อแอดมิน ถอนเงินได้ตามปกติ',
};
