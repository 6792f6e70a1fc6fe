// Thai texts of the turnover meter.

export const text = {
  turnover: 'ยอดเทิร์นโอเวอร์',
  turnoverDone: 'ทำเทิร์นครบแล้ว ถอนเงินได้',
  turnoverMet: 'ทำเทิร์นครบแล้ว',
  turnoverNone: 'ไม่มียอดเทิร์นที่ต้องทำ',
  turnoverNow: 'ทำได้',
  turnoverNeed: 'ต้องทำ',
  turnoverLeft: (left: string) => `ยังขาดยอดเทิร์นโอเวอร์อีก ${left} บาท`,
} as const;
