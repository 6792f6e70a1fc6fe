// Thai texts of the play break.

import { messageText } from '@chaba/contract/messages.text';
import { formatTime, type Calendar } from '@chaba/contract/thai-time';

export const text = {
  begin: 'พักการเล่น',
  title: 'พักการเล่นนานเท่าไร',
  timeouts: 'พักระยะสั้น',
  exclusions: 'งดเล่นระยะยาว',
  lengths: {
    '24h': '24 ชั่วโมง',
    '7d': '7 วัน',
    '30d': '30 วัน',
    '42d': '6 สัปดาห์',
    '6m': '6 เดือน',
    '1y': '1 ปี',
    '5y': '5 ปี',
    forever: 'ไม่มีกำหนด',
  },
  effects: [
    'เริ่มทันที และยกเลิกหรือลดเวลาเองไม่ได้',
    'ระหว่างพัก ฝากเงิน เล่นเกม และรับโบนัสไม่ได้',
    'ถอนเงินได้ตามปกติ และผลของเดิมพันที่ค้างอยู่ยังเข้ากระเป๋า',
    'ระบบจะออกจากระบบในทุกอุปกรณ์',
  ],
  endsBonus:
    'การงดเล่นระยะยาวจะจบโบนัสและโค้ดที่ยังทำเทิร์นไม่ครบทันที หรือเมื่อเดิมพันที่ค้างออกผล โบนัสและเงินที่ชนะจากโบนัสจะถูกหักออก เงินของคุณเองยังอยู่และถอนได้โดยไม่ต้องทำเทิร์น',
  next: 'ต่อไป',
  question: (length: string) => `เริ่มพักการเล่น ${length} ตั้งแต่ตอนนี้ใช่หรือไม่`,
  confirm: 'เริ่มพักเลย',
  cancel: 'ยกเลิก',
  begun: 'เริ่มพักการเล่นแล้ว เข้าสู่ระบบอีกครั้งเพื่อถอนเงินได้ทุกเมื่อ',
  failed: 'เริ่มพักการเล่นไม่สำเร็จ',
  needsInternet: messageText.noConnection, // spec §8
  running: (until: string | null, calendar: Calendar) =>
    until === null ? 'คุณกำลังงดเล่นแบบไม่มีกำหนด' : `คุณกำลังพักการเล่นถึง ${formatTime(new Date(until), calendar)}`,
  stillOpen: 'ฝากเงินและเล่นเกมไม่ได้ แต่ถอนเงินได้ตามปกติ',
  longer: 'พักนานขึ้น',
} as const;
