// Thai texts of index.html, inserted by the build.

import { messageText } from '@chaba/contract/messages.text';

export const text = {
  title: 'ชบา',
  description: 'เล่นเกมออนไลน์ ฝากถอนง่าย ปลอดภัย สำหรับผู้มีอายุ 20 ปีขึ้นไป',
  stamp: messageText.playMoney,
  noscript: 'กรุณาเปิดใช้งาน JavaScript เพื่อใช้เว็บไซต์นี้',
} as const;
