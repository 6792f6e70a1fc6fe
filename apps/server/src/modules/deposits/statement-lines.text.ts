// The shapes of the messages in which banks report movements to their customers, by bank code.
//
// A space of a pattern is any amount of white space, or none. Named groups are the fields of a line. A text that
// matches no shape (a password, an advertisement) is no line of a statement.

const time = String.raw`(?<hour>\d{1,2})[:.](?<minute>\d{2})(?::\d{2})?(?: น\.?)?`;
const day = String.raw`(?<day>\d{1,2}) [/-] (?<month>\d{1,2})(?: [/-] (?<year>\d{4}|\d{2}))?`;
const baht = String.raw`(?: (?:บาท|บ\.?|THB|฿))?`;
const amount = String.raw`\+?(?<amount>[\d,]+(?:\.\d{2}|(?![\d.,])))${baht}`;
const balance = String.raw`(?: (?:ใช้ได้|คงเหลือ|ยอดเงินคงเหลือ|ยอดคงเหลือ|ยอดเงินที่ใช้ได้)(?: เงิน)? :? (?<balance>-?[\d,]+(?:\.\d{2})?)${baht})?`;
/** An account with hidden digits: X-7776, X29499X, xxx-x-x3334-x. */
const masked = (name: string): string => String.raw`(?<${name}>[-xX*\d]{4,20})(?![-xX*\d])`;
const account = String.raw`(?:เข้า )?(?:บัญชี|บ/ช|บช\.?|เลขที่บัญชี)`;
const bankOfSender = String.raw`(?<senderBank>[A-Za-z]{2,10})`;
const sender = String.raw`(?:${bankOfSender} / ${masked('sender')}|${masked('sender')}|(?<senderName>[\p{L}\p{M}\s.,'’&()-]{1,60}?)(?=\s|เข้า))`;
const incoming = String.raw`(?:เงินเข้า|เงินโอนเข้า|โอนเข้า|โอนเงินเข้า|ฝากเงิน(?:สด)?|ฝากเข้า|รับโอน(?:เงิน)?|รับเงินโอน)`;
const end = String.raw` [.!]?`;
/** The name of the bank before a message, as its sender id or in brackets. */
const start = String.raw`(?:[([]? [A-Za-z]{2,10} [)\]]? :? )?`;

const form = (pattern: string): RegExp =>
  new RegExp(`^ ${start}${pattern}${end} $`.replaceAll(' ', String.raw`\s*`), 'u');

export const statementShapes: Readonly<Record<string, readonly RegExp[]>> = {
  // A transfer from another bank does not name its sender.
  '004': [
    form(`${day} ${time} ${account} ${masked('receiver')} :? ${incoming}(?: จาก ${sender})? ${amount}${balance}`),
    form(`${day} ${time} ${incoming} ${account} ${masked('receiver')}(?: จาก ${sender})? ${amount}${balance}`),
  ],
  '006': [
    form(`${day} @? ${time} ${account} ${masked('receiver')} :? ${incoming}(?: จาก ${sender})? ${amount}${balance}`),
    form(
      `${account} ${masked('receiver')} :? ${incoming}(?: จาก ${sender})? ${amount}(?: วันที่)? ${day} @? ${time}${balance}`,
    ),
  ],
  // No year.
  '014': [
    form(
      `(?:เงิน|เงินโอน|เงินฝาก|ฝากเงิน|รับโอน) ${amount} เข้า ${account} ${masked('receiver')} ${day} @? ${time}${balance}`,
    ),
    form(
      `${day} @? ${time} ${amount} (?:รับ)?(?:โอน|ฝาก)?(?:เงิน)?(?:สด)?(?: จาก ${sender})? เข้า(?: ${account})? ${masked('receiver')}${balance}`,
    ),
  ],
};

const leaving = String.raw`(?:เงิน ?ออก|โอน ?ออก|โอน ?ไป|โอนเงิน ?(?:ออก|ไป)|ถอน|หัก|ชำระ|จ่าย|ออก(?: จาก)? ${account})`;
const leads = [
  `${day} @? ${time}(?: ${account} [-xX*\\d]{4,20} :?)?(?: ${amount})?`,
  `(?:${account} [-xX*\\d]{4,20} :?)?`,
  `(?:เงิน|เงินโอน) ${amount}`,
];

/** The starts of messages about money that leaves the account: the verb stands first, or after its account and time. */
export const outgoing: readonly RegExp[] = leads.map(
  (lead) => new RegExp(`^ ${start}${lead} ${leaving}`.replaceAll(' ', String.raw`\s*`), 'u'),
);

/** Signs of money that arrives, is given back or is paid to the owner of the account, anywhere in a message. */
export const arriving = /เข้า|รับ|ฝาก|คืน|ยกเลิก|ดอกเบี้ย|ปันผล|เงินเดือน|\+\s*(?:฿\s*)?\d/u;

/** A message may name the person after it. */
export const promptPay = /^(?:พร้อมเพย์|prompt\s*pay)[\s.-]*/iu;
/** Channels and kinds of a transfer, where a message may have the name of a person. */
export const channelOfSender =
  /^(?:(?:ต่าง\s*)?(?:ธนาคาร|ธ\.)|ต่าง(?:แบงก์|สาขา|ประเทศ)|บัญชี|แบงก์|ตู้|เครื่อง|สาขา|เคาน์เตอร์|(?:atm|cdm|crm|adm|qr|bahtnet)(?![a-z])|(?:mobile|internet)\s*banking|อินเทอร์เน็ต|การ\s*(?:ถอน|ขาย|โอน|ฝาก|จ่าย|ชำระ|รับ|คืน)|(?:ขาย|ถอน)(?:เงิน|หน่วย|กองทุน)|กองทุน)/iu;

export type StatementColumn = 'date' | 'time' | 'credit' | 'debit' | 'amount' | 'balance' | 'details';

/** Headings of the tables that internet banking saves, in small letters without spaces, signs and units. */
export const headings: Readonly<Record<StatementColumn, readonly string[]>> = {
  date: ['วันที่', 'วันที่ทำรายการ', 'วันเวลา', 'วันที่เวลา', 'date', 'transactiondate', 'trandate', 'datetime', 'postingdate'],
  time: ['เวลา', 'เวลาทำรายการ', 'time', 'transactiontime', 'timeeffdate'],
  credit: ['ฝาก', 'ฝากเงิน', 'เงินฝาก', 'เงินเข้า', 'รับเข้า', 'เครดิต', 'credit', 'deposit', 'credits', 'deposits'],
  debit: ['ถอน', 'ถอนเงิน', 'เงินถอน', 'เงินออก', 'เดบิต', 'debit', 'withdrawal', 'debits', 'withdrawals', 'withdraw'],
  amount: ['จำนวนเงิน', 'ยอดเงิน', 'amount', 'transactionamount'],
  balance: ['ยอดคงเหลือ', 'คงเหลือ', 'ยอดเงินคงเหลือ', 'balance', 'outstandingbalance', 'accountbalance'],
  details: ['รายละเอียด', 'คำอธิบาย', 'หมายเหตุ', 'description', 'details', 'descriptions', 'remark', 'note'],
};

/** 05/02/69, 5-2-2026, or 2026-02-05. */
export const cellDay =
  /^(?:(?<yearFirst>\d{4})[/-](?<monthLast>\d{1,2})[/-](?<dayLast>\d{1,2})|(?<dayFirst>\d{1,2})[/-](?<monthFirst>\d{1,2})[/-](?<yearLast>\d{4}|\d{2}))(?!\d)/;
export const cellTime = /^[T\s]*(?<hour>\d{1,2})[:.](?<minute>\d{2})(?:[:.]\d{2})?(?!\d)/;
/** The sender in a description: `จาก SCB X3334`, `From KBANK /x113334`, `จาก X3334`. */
export const cellSender =
  /(?:จาก|from)\s*(?:(?<senderBank>[A-Za-z]{2,10})\s*[/ ]\s*)?(?<sender>[-xX*\d]{4,20})(?![-xX*\d])/iu;
