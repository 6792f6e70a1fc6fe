// Thai texts of navigation and of the footer of every page.

export const text = {
  home: 'หน้าแรก',
  play: 'เล่นเกม',
  freeCredit: 'เครดิตฟรี',
  promotion: 'โปรโมชั่น',
  deposit: 'ฝากเงิน',
  withdraw: 'ถอนเงิน',
  history: 'ประวัติ',
  affiliate: 'แนะนำเพื่อน',
  cashback: 'คืนยอดเสีย',
  wheel: 'กงล้อลุ้นโชค',
  account: 'บัญชีของฉัน',
  care: 'เล่นอย่างมีความรับผิดชอบ',
  age: 'สำหรับผู้มีอายุ 20 ปีขึ้นไปเท่านั้น',
  notIncome: 'เกมมีไว้เพื่อความบันเทิง ไม่ใช่ช่องทางหารายได้',
  risk: 'การพนันมีความเสี่ยง กรุณาเล่นอย่างมีสติและใช้เงินเท่าที่เสียได้โดยไม่เดือดร้อน',
  chase: 'อย่าเล่นเพื่อเอาคืนยอดที่เสีย',
  helpLine: (number: string) => `หากการเล่นกระทบชีวิตประจำวัน โทรปรึกษาสายด่วนสุขภาพจิต ${number}`,
  ageMark: '20+',
  terms: 'ข้อกำหนดการใช้งาน',
} as const;
