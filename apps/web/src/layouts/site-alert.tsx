// The brand's announcement (alertyImage, alertyMessage): once a visit on landing and home, until the member says "not
// again today". Plain text and one picture.
//
// Always true: it waits until no other dialog is open; Escape, its buttons and the phone's way back close it. The flag of
// "not again today" is cleared by signing in (spec §4) and means nothing for another announcement.

import { useEffect, useState } from 'react';

import { formatBangkokDay } from '@chaba/contract/thai-time';

import { useSite } from '#lib/site';
import { isRecord, readJson, readText, session, storageKeys, writeJson, writeText } from '#lib/storage';
import { Button } from '#ui/button';
import { Checkbox } from '#ui/checkbox';
import { Dialog } from '#ui/dialog';

import { text } from './layouts.text.ts';

const LOOK_MS = 600;

type Flag = { readonly day: string; readonly of: string };

export function SiteAlert() {
  const { site } = useSite();
  const message = site.alertyMessage.trim();
  const picture = pictureAddress(site.alertyImage);
  const content = JSON.stringify([message, picture ?? '']);
  const [isOpen, setOpen] = useState(false);
  const [isNotToday, setNotToday] = useState(false);

  useEffect(() => {
    if (wasSeen(content)) return undefined;
    const timer = setInterval(() => {
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      clearInterval(timer);
      setOpen(true);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [content]);

  function close() {
    setOpen(false);
    writeText(storageKeys.alertSeen, content, session);
    if (isNotToday) writeJson(storageKeys.alertSeen, { day: formatBangkokDay(new Date()), of: content } satisfies Flag);
  }

  return (
    <Dialog isOpen={isOpen} onClose={close} title={text.announcement} hasStamp>
      <div className="flex flex-col gap-4">
        {picture && (
          <img
            src={picture}
            alt={message === '' ? text.announcement : ''}
            referrerPolicy="no-referrer"
            className="max-h-[48dvh] min-h-40 w-full rounded-card bg-surface-2 object-contain"
          />
        )}
        {message !== '' && <p className="text-base wrap-anywhere whitespace-pre-line text-text-2">{message}</p>}
        <Checkbox name="not-today" isChecked={isNotToday} onChange={setNotToday}>
          {text.notToday}
        </Checkbox>
        <Button size="large" isWide onClick={close}>
          {text.close}
        </Button>
      </div>
    </Dialog>
  );
}

/** https or our own; whether the host may show pictures here is decided by the page's policy. */
function pictureAddress(address: string): string | undefined {
  return /^https:\/\/|^\/(?!\/)/.test(address) ? address : undefined;
}

function wasSeen(content: string): boolean {
  if (readText(storageKeys.alertSeen, session) === content) return true;
  const flag = readJson(storageKeys.alertSeen, isFlag);
  return flag?.of === content && flag.day === formatBangkokDay(new Date());
}

function isFlag(value: unknown): value is Flag {
  return isRecord(value) && typeof value['day'] === 'string' && typeof value['of'] === 'string';
}
