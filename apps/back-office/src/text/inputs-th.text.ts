// Thai names of the typed fields of actions.

export const inputsTh = {
  chooseFile: 'เลือกไฟล์',
  labels: {
    provider: 'รหัสค่ายเกม',
    terms: 'ข้อกำหนด บรรทัดละหนึ่งรายการ',
    file: 'ไฟล์เกม (CSV)',
    key: 'คีย์',
    amount: 'จำนวนเงิน (บาท)',
    account: 'บัญชีธนาคารของเว็บไซต์',
    balance: 'ยอดคงเหลือปลายวัน (บาท)',
    time: 'เวลาของยอด (เวลาไทย)',
    payout: 'เลขที่รายการโอนของธนาคาร',
    member: 'รหัสสมาชิก',
    site: 'พิมพ์รหัสเว็บไซต์อีกครั้ง',
  },
  hints: {
    provider: 'a-z 0-9 และ -',
    terms: 'เช่น name=มะลิ, protocol=chaba, category=EGAMES, image=https://…, launch=https://…, order=120',
    file: 'หัวคอลัมน์ code,name,image และเลือกใส่ category,type,order,words,since,mechanic,return,volatility',
    account: 'เช่น 004/1234567890',
    payout: 'เช่น P1-1234',
    member: 'เช่น M12',
  },
} as const satisfies {
  readonly chooseFile: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly hints: Readonly<Record<string, string>>;
};

export type InputName = keyof typeof inputsTh.labels;

export type InputWords = {
  readonly chooseFile: string;
  readonly labels: Readonly<Record<InputName, string>>;
  readonly hints: Readonly<Partial<Record<InputName, string>>>;
};
