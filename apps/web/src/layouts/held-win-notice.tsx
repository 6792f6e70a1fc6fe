// Says it when a payout waits for a person, and what became of it, wherever the member is.

import { useEffect } from 'react';

import { messageText } from '@chaba/contract/messages.text';

import { listenToLive } from '#lib/live-events';
import { useDialog } from '#ui/dialog';

export function HeldWinNotice() {
  const { showMessage } = useDialog();
  useEffect(
    () =>
      listenToLive(({ event, data }) => {
        if (event !== 'heldWin') return;
        const tone = data.state === 'released' ? 'success' : 'notice';
        void showMessage({ title: messageText.noticeTitle, message: data.message, tone });
      }),
    [showMessage],
  );
  return null;
}
