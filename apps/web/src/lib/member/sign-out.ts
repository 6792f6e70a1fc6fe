// Sign-out (spec §4): one confirmation, then token and member are deleted here, the server ends the session, and the
// landing page opens. Without a connection the local part still happens.

import { useCallback } from 'react';
import { useNavigate } from 'react-router';

import { logout } from '@chaba/contract/requests';

import { send } from '#lib/api/api';
import { paths } from '#lib/paths';
import { getAccessToken } from '#lib/member/session';
import { useDialog } from '#ui/dialog';

import { signOutText } from '#lib/lib.text';
import { endMemberSession } from './session-refresh.ts';

export function useSignOut(): () => Promise<void> {
  const { showConfirm } = useDialog();
  const signOutNow = useSignOutNow();

  return async () => {
    const isSure = await showConfirm({
      title: signOutText.logout,
      message: signOutText.logoutQuestion,
      confirm: signOutText.logout,
      isDanger: true,
    });
    if (isSure) await signOutNow();
  };
}

/** Signs out without a confirmation. */
export function useSignOutNow(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    // Sent first: the request carries the token that is cleared next.
    if (getAccessToken()) void send(logout).catch(() => undefined);
    endMemberSession();
    await navigate(paths.landing, { replace: true });
  }, [navigate]);
}
