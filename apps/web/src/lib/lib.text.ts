// Thai texts of what pages share.

import { messageText } from '@chaba/contract/messages.text';

/** Failures without a message of the server. */
export const failureText = {
  noConnection: messageText.noConnection, // spec §8
  generic: 'ทำรายการไม่สำเร็จ กรุณาลองใหม่อีกครั้ง',
} as const;

/** Signing out. */
export const signOutText = {
  logout: 'ออกจากระบบ',
  logoutQuestion: 'ต้องการออกจากระบบใช่หรือไม่',
} as const;

/** Name of the site until its configuration is known. */
export const siteText = {
  appName: 'ชบา',
} as const;
