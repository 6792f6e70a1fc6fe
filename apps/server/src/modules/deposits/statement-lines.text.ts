// The shapes of the messages in which banks report arrivals to their customers, by bank code.
//
// One pattern for each shape; named groups are the fields of a line. A text that matches none (a password, an
// advertisement) is no line of a statement.

const time = String.raw`(?<hour>\d{2}):(?<minute>\d{2})`;
const amount = String.raw`(?<amount>[\d,]+\.\d{2})`;
const balance = String.raw`(?<balance>[\d,]+(?:\.\d{2})?)`;

export const statementShapes: Readonly<Record<string, readonly RegExp[]>> = {
  // Two-digit Buddhist years. A transfer from another bank does not name its sender.
  '004': [
    new RegExp(
      String.raw`^(?<day>\d{2})/(?<month>\d{2})/(?<year>\d{2}) ${time} บช X-(?<receiver>\d{4}) (?:รับโอนจาก X-(?<sender>\d{4})|เงินเข้า) ${amount} คงเหลือ ${balance} บ\.$`,
    ),
  ],
  // Two-digit Gregorian years.
  '006': [
    new RegExp(
      String.raw`^(?<day>\d{2})-(?<month>\d{2})-(?<year>\d{2})@${time} บช (?<receiver>X?\d{4,8}X?):เงินเข้า \+${amount} บ\. ใช้ได้ ${balance} บ\.$`,
    ),
  ],
  // No year at all.
  '014': [
    new RegExp(
      String.raw`^เงิน ${amount}บ เข้าบ/ชx(?<receiver>\d{4,6}) (?<day>\d{2})/(?<month>\d{2})@${time} ใช้ได้ ${balance}บ$`,
    ),
    new RegExp(
      String.raw`^(?<day>\d{2})/(?<month>\d{2})@${time} ${amount} จาก(?<senderBank>[A-Z]{2,6})/x(?<sender>\d{4,6})เข้าx(?<receiver>\d{4,6})(?: ใช้ได้ ${balance}บ)?$`,
    ),
  ],
};
