// The words of the queues in the language of the page.

import { queuesEn } from './queues-en.text.ts';
import { type QueueWords, queuesTh } from './queues-th.text.ts';
import { usePreferences } from './language.ts';

export function useQueueWords(): QueueWords {
  return usePreferences().preferences.language === 'en' ? queuesEn : queuesTh;
}
