// Sentences of the client itself: what it says when the server could not.

import { answerText } from '@chaba/contract/answers.text';

export const text = {
  noConnection: answerText.noConnection, // spec §8
  timedOut: 'ใช้เวลานานเกินไป กรุณาลองใหม่อีกครั้ง',
  appName: 'ชบา',
  generic: 'ทำรายการไม่สำเร็จ กรุณาลองใหม่อีกครั้ง',
} as const;
