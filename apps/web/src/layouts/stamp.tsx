// The play-money stamp of play mode: below every header, and in every overlay that covers the header.

import { classNames } from '@chaba/ui/class-names';
import { useSite } from '#lib/site/site';

import { text } from './layouts.text.ts';

export function PlayMoneyBanner() {
  const { site } = useSite();
  return site.Mode === 'play' ? <p className="stamp px-2 text-center">{text.playMoney}</p> : null;
}

export function PlayMoneyFootnote({ className }: { readonly className: string }) {
  const { site } = useSite();
  return site.Mode === 'play' ? (
    <p className={classNames('text-micro text-text-3', className)}>{text.playMoney}</p>
  ) : null;
}
