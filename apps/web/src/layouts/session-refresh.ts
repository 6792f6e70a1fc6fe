// The session rules of spec §4, in one place: on every route change the session is refreshed.
//
//   public area   success on Index → /user/home; failure → token cleared, back to /
//   member area   no token, or failure → token cleared, back to /
//
// A 401 of any other call leads to home, where the refresh decides. Who signs out in another tab is out in this one;
// who signs in there as somebody else begins anew here, so that nothing is done for one member on the page of another.
//
// Always true: one refresh at a time; a lost connection is no failure, so a tunnel signs nobody out; an
// answer for a token that has been replaced meanwhile is thrown away. A visitor without a token is not
// asked about: the public area would be unreachable otherwise.

import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';

import type { UserInfo } from '@chaba/contract/members';
import { refresh } from '@chaba/contract/requests';

import { listenForUnauthorized, send } from '#lib/api';
import { keepNextPath } from '#lib/next-path';
import { paths } from '#lib/paths';
import { forgetMemberData } from '#lib/query-client';
import { keepReferralKey } from '#lib/referral';
import { isRefusal, ApiError } from '#lib/api-error';
import { accessToken, endSession, keepMember, listenToOtherTabs, signedInMember } from '#lib/session';
import { remove, session, storageKeys } from '#lib/storage';
import { subscribers } from '#lib/subscribers';
import { useDialog } from '#ui/dialog';
import { toast } from '#lib/toast';

type Area = 'public' | 'member';

const failures = subscribers();
let unanswered: unknown;
/** The server said of this one that it is good, since the page was loaded. */
let goodToken: string | undefined;
let inFlight: { readonly token: string; readonly answer: Promise<UserInfo> } | undefined;

function refreshOnce(token: string): Promise<UserInfo> {
  if (inFlight?.token === token) return inFlight.answer;
  const answer = send(refresh).finally(() => {
    if (inFlight?.token === token) inFlight = undefined;
  });
  inFlight = { token, answer };
  return answer;
}

const lastFailure = (): unknown => unanswered;

function setFailure(failure: unknown): void {
  unanswered = failure;
  failures.notify();
}

/** Signs the member out here and forgets what was read for them. */
export function forgetMember(): void {
  endSession();
  remove(storageKeys.hereSince, session);
  forgetMemberData();
}

export type SessionCheck = {
  /** Why the last refresh was not answered; the session may be as good as before. */
  readonly failure: unknown;
  readonly retry: () => void;
};

/** While the site is closed nothing is refreshed; when it opens again, the session is (spec §4: a live one leads to home). */
export function useSessionRefresh(area: Area, isClosed = false): SessionCheck {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { showMessage, dismissAll } = useDialog();
  const failure = useSyncExternalStore(failures.subscribe, lastFailure, lastFailure);

  const check = useCallback(async () => {
    const token = accessToken();
    if (!token) {
      if (area === 'member') {
        keepNextPath(hereNow());
        forgetMember();
        dismissAll();
        await navigate(paths.landing, { replace: true });
      }
      return;
    }
    const isOnLanding = (): boolean => area === 'public' && globalThis.location.pathname === paths.landing;
    // Who goes back to it does not look signed out meanwhile.
    if (isOnLanding() && token === goodToken) void navigate(paths.member.home, { replace: true });
    try {
      const member = await refreshOnce(token);
      if (accessToken() !== token) return;
      goodToken = token;
      keepMember(member);
      setFailure(undefined);
      if (isOnLanding()) await navigate(paths.member.home, { replace: true });
    } catch (error) {
      if (accessToken() !== token) return;
      if (!endsSession(error)) {
        setFailure(error);
        return;
      }
      if (area === 'member') keepNextPath(hereNow());
      forgetMember();
      dismissAll();
      await navigate(paths.landing, { replace: true });
      if (isRefusal(error, 'MEMBER_LOCKED')) await showMessage({ message: error.message, tone: 'failure' });
      else if (isRefusal(error, 'SESSION_EXPIRED')) toast(error.message, 'notice');
    }
  }, [area, navigate, showMessage, dismissAll]);

  useEffect(() => {
    // A visitor who opened a member's address is on the way to the landing page: the key must outlive that.
    keepReferralKey(globalThis.location);
    if (!isClosed) void check();
  }, [check, pathname, isClosed]);

  useOtherTabs(area);

  useEffect(
    () =>
      listenForUnauthorized(() => {
        const home = area === 'member' ? paths.member.home : paths.landing;
        const { pathname: here } = globalThis.location;
        const isExempt = here === home || here.startsWith(paths.login) || here.startsWith(paths.register);
        // Home stays where it is and asks again: the refresh signs out if the session is really gone.
        if (isExempt) void check();
        else {
          if (area === 'member') keepNextPath(hereNow());
          void navigate(home, { replace: true });
        }
      }),
    [area, check, navigate],
  );

  return { failure, retry: () => void check() };
}

function useOtherTabs(area: Area): void {
  const navigate = useNavigate();
  const { dismissAll } = useDialog();

  useEffect(() => {
    if (area !== 'member') return;
    const shown = signedInMember()?.PhoneNumber;
    return listenToOtherTabs(() => {
      if (accessToken() === undefined) {
        forgetMember();
        dismissAll();
        void navigate(paths.landing, { replace: true });
      } else if (isSomebodyElse(shown)) {
        globalThis.location.replace(paths.member.home);
      }
    });
  }, [area, navigate, dismissAll]);
}

/** Never a member who is not known yet: the copy comes a moment after the token. */
function isSomebodyElse(shown: string | undefined): boolean {
  const now = signedInMember()?.PhoneNumber;
  return shown !== undefined && now !== undefined && now !== shown;
}

function hereNow(): string {
  return globalThis.location.pathname + globalThis.location.search;
}

/** The server said that this session is no good. Being busy, in maintenance or out of reach is not that. */
function endsSession(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 401 || error.code === 'MEMBER_LOCKED';
}
