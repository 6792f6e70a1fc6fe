// Titles with planted errors, which certification must report.

import type { SlotTitle } from '#studio/games/slots/title';

/** The title with one pay, one stop and one weight changed. */
export function plantErrors(title: SlotTitle): {
  readonly pay: SlotTitle;
  readonly stop: SlotTitle;
  readonly weight: SlotTitle;
} {
  const [letter = '', amounts = []] = Object.entries(title.pays.table).find(([, pays]) => (pays[0] ?? 0) > 0) ?? [];
  const table = { ...title.pays.table, [letter]: amounts.map((amount) => amount * 2) };
  const strips = title.base.strips.map((strip, reel) =>
    reel === 0 ? strip.replace(title.base.strips[1]?.[0] ?? '', letter) : strip,
  );
  const changed =
    strips.join() === title.base.strips.join()
      ? title.base.strips.map((strip, reel) => (reel === 0 ? strip.slice(1) : strip))
      : strips;
  return {
    pay: { ...title, pays: { ...title.pays, table } },
    stop: { ...title, base: { ...title.base, strips: changed } },
    weight: plantWeight(title),
  };
}

/** Another weight where the title has weights; another factor or grant otherwise. */
function plantWeight(title: SlotTitle): SlotTitle {
  if (title.base.heights) return { ...title, base: { ...title.base, heights: { ...title.base.heights, 2: 1 } } };
  const features = title.features.map((feature) => {
    if ('values' in feature) {
      return { ...feature, values: { ...feature.values, [Object.keys(feature.values)[0] ?? 0]: 1 } };
    }
    if (feature.kind === 'book') {
      return { ...feature, special: { ...feature.special, [Object.keys(feature.special)[0] ?? '']: 9 } };
    }
    return feature.kind === 'freeSpins'
      ? { ...feature, grants: { ...feature.grants, [Object.keys(feature.grants)[0] ?? 0]: 5 } }
      : feature;
  });
  return { ...title, features };
}
