// The site's announcements: a line at the end of the header, and on landing and home a dialog, once a visit, until the
// member selects "not again today". Plain text, and one picture in the dialog.
//
// Always true: it opens when no other dialog is open; Escape, its buttons and the back button close it. The flag is
// cleared by a sign-in (spec §4) and applies to this announcement only.

import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';

import { formatBangkokDay } from '@chaba/contract/thai-time';

import { type AlertContent, findAlertContent, findAnnouncement } from '#lib/site/announcements';
import { useSite } from '#lib/site/site';
import { paths } from '#lib/paths';
import { isRecord, readJson, readText, session, storageKeys, writeJson, writeText } from '#lib/browser/storage';
import { Button } from '#ui/button';
import { Checkbox } from '#ui/checkbox';
import { Dialog } from '#ui/dialog';

import { text } from './layouts.text.ts';
import { alertText } from './deferred.text.ts';

const CHECK_MS = 600;

type Flag = { readonly day: string; readonly of: string };

/** The paths with the dialog. */
const WITH_DIALOG: readonly string[] = [paths.landing, paths.member.home];

export function SiteAlert({ isMember }: { readonly isMember: boolean }) {
  const { pathname } = useLocation();
  const { site } = useSite();
  const line = findAnnouncement(site, 'banner', isMember ? 'visitors' : 'members');
  const alert = findAlertContent(site, isMember);
  return (
    <>
      {line && <HeaderLine key={pathname} words={line.text} />}
      {WITH_DIALOG.includes(pathname) && alert && <AlertDialog alert={alert} />}
    </>
  );
}

/** At the end of the header, which is there before this code; another path may have another header. */
function HeaderLine({ words }: { readonly words: string }) {
  const [place, setPlace] = useState<Element | null>(null);
  const find = useCallback((mark: Element | null) => {
    if (mark) setPlace(document.querySelector('header'));
  }, []);
  return (
    <>
      <span ref={find} hidden />
      {place && createPortal(<p className="stamp px-2 text-center">{words}</p>, place)}
    </>
  );
}

function AlertDialog({ alert }: { readonly alert: AlertContent }) {
  const message = alert.message.trim();
  const picture = parsePictureAddress(alert.image);
  const content = JSON.stringify([message, picture ?? '']);
  const [isOpen, setOpen] = useState(false);
  const [isNotToday, setNotToday] = useState(false);

  useEffect(() => {
    if (isSeen(content)) return undefined;
    const timer = setInterval(() => {
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      clearInterval(timer);
      setOpen(true);
    }, CHECK_MS);
    return () => clearInterval(timer);
  }, [content]);

  function close() {
    setOpen(false);
    writeText(storageKeys.alertSeen, content, session);
    if (isNotToday) writeJson(storageKeys.alertSeen, { day: formatBangkokDay(new Date()), of: content } satisfies Flag);
  }

  return (
    <Dialog isOpen={isOpen} onClose={close} title={alertText.announcement} hasFootnote>
      <div className="flex flex-col gap-4">
        {picture && (
          <img
            src={picture}
            alt={message === '' ? alertText.announcement : ''}
            referrerPolicy="no-referrer"
            className="max-h-[48dvh] min-h-40 w-full rounded-card bg-surface-2 object-contain"
          />
        )}
        {message !== '' && <p className="text-base wrap-anywhere whitespace-pre-line text-text-2">{message}</p>}
        <Checkbox name="not-today" isChecked={isNotToday} onChange={setNotToday}>
          {alertText.notToday}
        </Checkbox>
        <Button size="large" isWide onClick={close}>
          {text.close}
        </Button>
      </div>
    </Dialog>
  );
}

/** An https address or a path of ours; the content security policy decides about hosts. */
function parsePictureAddress(address: string): string | undefined {
  return /^https:\/\/|^\/(?!\/)/.test(address) ? address : undefined;
}

function isSeen(content: string): boolean {
  if (readText(storageKeys.alertSeen, session) === content) return true;
  const flag = readJson(storageKeys.alertSeen, isFlag);
  return flag?.of === content && flag.day === formatBangkokDay(new Date());
}

function isFlag(value: unknown): value is Flag {
  return isRecord(value) && typeof value['day'] === 'string' && typeof value['of'] === 'string';
}
