// Signing out (spec §4): asked for once, then token and member are cleared here and the session is ended
// on the server; back to the landing page. Without a connection it is done here all the same.

import { useCallback } from 'react';
import { useNavigate } from 'react-router';

import { logout } from '@chaba/contract/requests';

import { send } from '#lib/api';
import { paths } from '#lib/paths';
import { accessToken } from '#lib/session';
import { useDialog } from '#ui/dialog';

import { text } from './layouts.text.ts';
import { forgetMember } from './session-refresh.ts';

export function useSignOut(): () => Promise<void> {
  const { showConfirm } = useDialog();
  const signOutNow = useSignOutNow();

  return async () => {
    const isSure = await showConfirm({
      title: text.logout,
      message: text.logoutQuestion,
      confirm: text.logout,
      isDanger: true,
    });
    if (isSure) await signOutNow();
  };
}

/** Without another question, for whoever was asked already. */
export function useSignOutNow(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    // Sent first: the request carries the token that is cleared next.
    if (accessToken()) void send(logout).catch(() => undefined);
    forgetMember();
    await navigate(paths.landing, { replace: true });
  }, [navigate]);
}
