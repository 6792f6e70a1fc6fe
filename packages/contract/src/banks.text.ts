// Thai names of banks: the common name and the official name.

type BankText = { readonly name: string; readonly official: string };

export const bankText: Readonly<Record<string, BankText>> = {
  '014': { name: 'ไทยพาณิชย์', official: 'ธนาคารไทยพาณิชย์ จำกัด (มหาชน)' },
  '002': { name: 'กรุงเทพ', official: 'ธนาคารกรุงเทพ จำกัด (มหาชน)' },
  '004': { name: 'กสิกรไทย', official: 'ธนาคารกสิกรไทย จำกัด (มหาชน)' },
  '006': { name: 'กรุงไทย', official: 'ธนาคารกรุงไทย จำกัด (มหาชน)' },
  '034': { name: 'เพื่อการเกษตรและสหกรณ์การเกษตร (ธ.ก.ส.)', official: 'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร' },
  '011': { name: 'ทหารไทยธนชาต', official: 'ธนาคารทหารไทยธนชาต จำกัด (มหาชน)' },
  '017': { name: 'ซิตี้แบงก์', official: 'ธนาคารซิตี้แบงก์ เอ็น.เอ. สาขากรุงเทพฯ' },
  '020': { name: 'สแตนดาร์ดชาร์เตอร์ด (ไทย)', official: 'ธนาคารสแตนดาร์ดชาร์เตอร์ด (ไทย) จำกัด (มหาชน)' },
  '022': { name: 'ซีไอเอ็มบี ไทย', official: 'ธนาคารซีไอเอ็มบี ไทย จำกัด (มหาชน)' },
  '024': { name: 'ยูโอบี', official: 'ธนาคารยูโอบี จำกัด (มหาชน)' },
  '025': { name: 'กรุงศรีอยุธยา', official: 'ธนาคารกรุงศรีอยุธยา จำกัด (มหาชน)' },
  '030': { name: 'ออมสิน', official: 'ธนาคารออมสิน' },
  '033': { name: 'อาคารสงเคราะห์ (ธอส.)', official: 'ธนาคารอาคารสงเคราะห์' },
  '073': { name: 'แลนด์ แอนด์ เฮ้าส์', official: 'ธนาคารแลนด์ แอนด์ เฮ้าส์ จำกัด (มหาชน)' },
  '067': { name: 'ทิสโก้', official: 'ธนาคารทิสโก้ จำกัด (มหาชน)' },
  '069': { name: 'เกียรตินาคินภัทร', official: 'ธนาคารเกียรตินาคินภัทร จำกัด (มหาชน)' },
  '066': { name: 'อิสลามแห่งประเทศไทย', official: 'ธนาคารอิสลามแห่งประเทศไทย' },
};

const walletNames: Readonly<Record<string, string>> = {
  PROMPTPAY: 'พร้อมเพย์',
  TRUEMONEY: 'ทรูมันนี่ วอลเล็ท',
};

/** "ธนาคารไทยพาณิชย์"; a code outside the catalogue is shown as the code. */
export function bankName(code: string): string {
  const known = bankText[code === '076' ? '011' : code];
  if (known) return `ธนาคาร${known.name}`;
  return walletNames[code] ?? `ธนาคารอื่น (${code})`;
}
