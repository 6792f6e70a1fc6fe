// The session rules of spec §4: every route change refreshes the session.
//
//   public area   success on the index → /user/home; failure → token cleared, to /
//   member area   no token, or failure → token cleared, to /
//   failure       the server refused the session; 5xx and no answer keep it, on purpose
//
// A 401 of any other request navigates to home, where the refresh decides. A sign-out in another tab signs out here; a
// sign-in as another member there reloads this tab, so that no request of one member is made on another's page.
//
// Always true: one refresh at a time. A lost connection is not a failure, so it ends no session. A response for a
// replaced token is discarded. A visitor without a token is not refreshed; otherwise the public area would be
// unreachable.

import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';

import type { UserInfo } from '@chaba/contract/members';
import { refresh } from '@chaba/contract/requests';

import { onUnauthorized, send } from '#lib/api/api';
import { storeNextPath } from '#lib/member/next-path';
import { paths } from '#lib/paths';
import { removeMemberQueries } from '#lib/api/query-client';
import { storeReferralKey } from '#lib/member/referral';
import { isApiError, ApiError } from '#lib/api/api-error';
import { getAccessToken, endSession, storeMember, subscribeToOtherTabs, getSignedInMember } from '#lib/member/session';
import { remove, session, storageKeys } from '#lib/browser/storage';
import { createSubscribers } from '#lib/react/subscribers';
import { useDialog } from '#ui/dialog';
import { toast } from '#lib/react/toast';

type Area = 'public' | 'member';

const failures = createSubscribers();
let lastError: unknown;
/** The token that the server accepted since the page was loaded. */
let acceptedToken: string | undefined;
let inFlight: { readonly token: string; readonly response: Promise<UserInfo> } | undefined;

function refreshOnce(token: string): Promise<UserInfo> {
  if (inFlight?.token === token) return inFlight.response;
  const response = send(refresh).finally(() => {
    if (inFlight?.token === token) inFlight = undefined;
  });
  inFlight = { token, response };
  return response;
}

const getLastFailure = (): unknown => lastError;

function setFailure(failure: unknown): void {
  lastError = failure;
  failures.notify();
}

/** Ends the session on this device and removes the data of the member. */
export function endMemberSession(): void {
  endSession();
  remove(storageKeys.hereSince, session);
  removeMemberQueries();
}

export type SessionCheck = {
  /** Error of the last refresh that got no response; the session may still be valid. */
  readonly failure: unknown;
  readonly retry: () => void;
};

/**
 * A closed site refreshes no session; when it opens again, the session is refreshed (spec §4: a live one leads to
 * home).
 */
export function useSessionRefresh(area: Area, isClosed = false): SessionCheck {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { showMessage, dismissAll } = useDialog();
  const failure = useSyncExternalStore(failures.subscribe, getLastFailure, getLastFailure);

  const check = useCallback(async () => {
    const token = getAccessToken();
    if (!token) {
      if (area === 'member') {
        storeNextPath(getCurrentPath());
        endMemberSession();
        dismissAll();
        await navigate(paths.landing, { replace: true });
      }
      return;
    }
    const isOnLanding = (): boolean => area === 'public' && globalThis.location.pathname === paths.landing;
    // With an accepted token the landing page redirects to home before the refresh has ended.
    if (isOnLanding() && token === acceptedToken) void navigate(paths.member.home, { replace: true });
    try {
      const member = await refreshOnce(token);
      if (getAccessToken() !== token) return;
      acceptedToken = token;
      storeMember(member);
      setFailure(undefined);
      if (isOnLanding()) await navigate(paths.member.home, { replace: true });
    } catch (error) {
      if (getAccessToken() !== token) return;
      if (!isSessionEnd(error)) {
        setFailure(error);
        return;
      }
      if (area === 'member') storeNextPath(getCurrentPath());
      endMemberSession();
      dismissAll();
      await navigate(paths.landing, { replace: true });
      if (isApiError(error, 'MEMBER_LOCKED')) await showMessage({ message: error.message, tone: 'failure' });
      else if (isApiError(error, 'SESSION_EXPIRED')) toast(error.message, 'notice');
    }
  }, [area, navigate, showMessage, dismissAll]);

  useEffect(() => {
    // The key must survive the redirect of a visitor from a member address to the landing page.
    storeReferralKey(globalThis.location);
    if (!isClosed) void check();
  }, [check, pathname, isClosed]);

  useOtherTabs(area);

  useEffect(
    () =>
      onUnauthorized(() => {
        const home = area === 'member' ? paths.member.home : paths.landing;
        const { pathname: here } = globalThis.location;
        const isExempt = here === home || here.startsWith(paths.login) || here.startsWith(paths.register);
        // Home stays open and refreshes, which signs out if the session has ended.
        if (isExempt) void check();
        else {
          if (area === 'member') storeNextPath(getCurrentPath());
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
    const shown = getSignedInMember()?.PhoneNumber;
    return subscribeToOtherTabs(() => {
      if (getAccessToken() === undefined) {
        endMemberSession();
        dismissAll();
        void navigate(paths.landing, { replace: true });
      } else if (isOtherMember(shown)) {
        globalThis.location.replace(paths.member.home);
      }
    });
  }, [area, navigate, dismissAll]);
}

/** An unknown member is not another one: the copy is stored shortly after the token. */
function isOtherMember(shown: string | undefined): boolean {
  const now = getSignedInMember()?.PhoneNumber;
  return shown !== undefined && now !== undefined && now !== shown;
}

function getCurrentPath(): string {
  return globalThis.location.pathname + globalThis.location.search;
}

/** Nothing about the session: no such address, or later. */
const UNRELATED = new Set([404, 408, 425, 429]);

/**
 * True if the server refused the session: a failure in a readable response, or a 4xx. A server that is broken, busy,
 * closed or unreachable (5xx, no answer, a page of a proxy) has not refused it, so the member stays signed in.
 */
function isSessionEnd(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'SITE_DISABLED') return false;
  if (error.status >= 400) return error.status < 500 && !UNRELATED.has(error.status);
  return error.status >= 200 && error.code !== 'UNREADABLE_ANSWER';
}
