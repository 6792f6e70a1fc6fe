// Thai texts of the promotion selector.

import { messageText } from '@chaba/contract/messages.text';

export const text = {
  title: 'รับโปรโมชั่น',
  isOn: 'ใช้กับการฝากครั้งถัดไป',
  isOff: 'เปลี่ยนได้ทุกเมื่อ',
  needsInternet: messageText.noConnection, // spec §8
} as const;
