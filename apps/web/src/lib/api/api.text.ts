// Thai texts of the client for failures without a server message.

import { messageText } from '@chaba/contract/messages.text';

export const text = {
  noConnection: messageText.noConnection, // spec §8
  generic: 'ทำรายการไม่สำเร็จ กรุณาลองใหม่อีกครั้ง',
} as const;
