// The rules of a game in sections of words, for the lobby of a member site.
//
// Always true: the sentences are those of the game's page; amounts are in baht at a stake of one baht.
//
// Elsewhere: figures (figures.ts), the published list (tools/published-games.ts), the pages (<game>/page/).

import { baht, formatBaht, multiply } from '@chaba/money';

import { cardGarden } from '#studio/games/card-garden/game';
import { HANDS, HAND_PAYS } from '#studio/games/card-garden/maths';
import { cardText, handHints, handNames } from '#studio/games/card-garden/page/page.text';
import { rules as pageRules } from '#studio/page-kit/page.text';
import { ruleText } from '#studio/games/slots/page/page.text';
import { formatCap, listPays, listRuleSections } from '#studio/games/slots/page/rule-words';
import { readCertificate } from '#studio/games/slots/certificate';
import { mechanicOf, type SlotTitle } from '#studio/games/slots/title';
import { slotTitles } from '#studio/games/slots/titles/titles';
import { listPlaceRows } from '#studio/games/tables/page/place-rows';
import { text as tableText } from '#studio/games/tables/page/rounds.text';
import { computeStated } from '#studio/games/tables/returns';
import { findRules } from '#studio/games/tables/rules/all';
import { tableWords } from '#studio/games/tables/rules/words.text';
import { computeMaxStake, type TableRules } from '#studio/games/tables/table-rules';
import { text as marketText } from '#studio/games/trading/page/page.text';

import { text } from './report.text.ts';

/** `heading` is empty for the first section. */
type RulesSection = { readonly heading: string; readonly body: readonly string[] };
type GameRules = { readonly sections: readonly RulesSection[]; readonly fairness: string };

const STAKE = baht(1);

export function composeRules(gameCode: string): GameRules {
  const title = slotTitles.find((each) => each.gameCode === gameCode);
  if (title) return { sections: composeSlotRules(title), fairness: pageRules.draw };
  const rules = findRules(gameCode);
  if (rules) {
    const { shoeFairness, chainFairness } = tableText;
    return { sections: composeTableRules(rules), fairness: rules.draw === 'shoe' ? shoeFairness : chainFairness };
  }
  if (gameCode === cardGarden.gameCode) return { sections: composeCardRules(), fairness: pageRules.draw };
  const body = [...marketText.rules, marketText.returns];
  return { sections: [{ heading: '', body }], fairness: marketText.fairness };
}

function composeSlotRules(title: SlotTitle): RulesSection[] {
  const { capTimes } = readCertificate(title.gameCode);
  return [
    { heading: '', body: [ruleText.mechanics[mechanicOf(title)]] },
    { heading: text.pays, body: [pageRules.payHint(formatBaht(STAKE)), ...listPays(title, STAKE)] },
    ...listRuleSections(title, STAKE).map(([heading, body]) => ({ heading, body: [body] })),
    { heading: text.cap, body: [formatCap(title, STAKE, capTimes)] },
  ];
}

function composeTableRules(rules: TableRules<unknown>): RulesSection[] {
  const words = tableWords[rules.gameCode];
  if (!words) throw new Error(`expected words of ${rules.gameCode}`);
  const limits = Object.fromEntries(rules.places.map((place) => [place.type, computeMaxStake(place)]));
  const rows = listPlaceRows(rules, words, { ...computeStated(rules), limits });
  return [
    { heading: '', body: [...words.rules, tableText.turnover] },
    { heading: tableText.places, body: rows.map(text.place) },
  ];
}

function composeCardRules(): RulesSection[] {
  const pays = HANDS.map((hand) =>
    [handNames[hand], handHints[hand], formatBaht(multiply(STAKE, HAND_PAYS[hand]))].join(' · '),
  );
  return [
    { heading: '', body: [cardText.intro] },
    { heading: text.pays, body: [pageRules.payHint(formatBaht(STAKE)), ...pays] },
    { heading: cardText.helperTitle, body: [cardText.helperRules] },
    { heading: cardText.waitTitle, body: [cardText.wait] },
  ];
}
