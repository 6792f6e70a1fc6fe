// The play-money stamp under every header: part of the frame in play mode.

import { useSite } from '#lib/site';

import { text } from './layouts.text.ts';

export function PlayMoneyBanner() {
  const { site } = useSite();
  return site.Mode === 'play' ? <p className="stamp px-2 text-center">{text.playMoney}</p> : null;
}
