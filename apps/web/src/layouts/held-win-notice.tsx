// Reports on every page that a win is held for review, and the decision.

import { useEffect } from 'react';

import { messageText } from '@chaba/contract/messages.text';

import { subscribeToLive } from '#lib/api/live-events';
import { useDialog } from '#ui/dialog';

export function HeldWinNotice() {
  const { showMessage } = useDialog();
  useEffect(
    () =>
      subscribeToLive(({ event, data }) => {
        if (event !== 'heldWin') return;
        const tone = data.state === 'released' ? 'success' : 'notice';
        void showMessage({ title: messageText.noticeTitle, message: data.message, tone });
      }),
    [showMessage],
  );
  return null;
}
