// Copying with feedback: the icon turns to a check for two seconds, a toast and one short tick.

import { useEffect, useRef, useState } from 'react';

import { copyText } from '#lib/browser/clipboard';
import { tickSuccess } from '#lib/browser/haptics';

import { toast } from '#lib/react/toast';
import { text } from './ui.text.ts';

const SHOWN_MS = 2_000;

export function useCopy(value: string): { readonly isCopied: boolean; readonly copy: () => void } {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(): Promise<void> {
    if (!(await copyText(value))) return;
    setCopied(true);
    tickSuccess();
    toast(text.copied);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SHOWN_MS);
  }

  return { isCopied, copy: () => void copy() };
}
