// The report of a game as HTML for its page: figures with their proof, for players.
//
// Always true: the figures are those of the lobby and of the page (figures.ts); no script runs on the page.
//
// Elsewhere: the built page (report/page), serving (pages.ts), certificates (slots/certificate.ts).

import { cardGarden } from '#studio/games/card-garden/game';
import { findFigures } from './figures.ts';
import { composeRules } from './game-rules.ts';
import { type Certificate, readCertificate } from '#studio/games/slots/certificate';
import { slotTitles } from '#studio/games/slots/titles/titles';
import { titleNames } from '#studio/games/slots/titles/titles.text';
import { findRules } from '#studio/games/tables/rules/all';
import { tableWords } from '#studio/games/tables/rules/words.text';
import { text as marketText } from '#studio/games/trading/game.text';

import { text } from './report.text.ts';

type Fact = readonly [term: string, value: string];

/** Content of the page's main element; undefined for an unknown game. */
export function composeReport(gameCode: string): string | undefined {
  const figures = findFigures(gameCode);
  if (!figures) return undefined;
  const isTable = findRules(gameCode) !== undefined;
  const isSlot = slotTitles.some((title) => title.gameCode === gameCode);
  const facts: Fact[] = [
    [isTable ? text.bestPlace : text.returned, text.percent(figures.returnPercent)],
    [text.volatility, text.ofFive(figures.volatility)],
    [isTable ? text.winning : text.paying, text.percent(figures.payingPercent)],
    ...(figures.gainingPercent === undefined ? [] : [[text.gaining, text.percent(figures.gainingPercent)] as const]),
    [text.largest, text.largestWin(figures.largest)],
  ];
  const proof: Fact[] = isSlot ? listProof(readCertificate(gameCode)) : [[text.method, text.everyOutcome]];
  const { fairness, sections } = composeRules(gameCode);
  const places = isTable ? (sections.at(-1)?.body ?? []) : [];
  return [
    `<h1>${escape(text.title(getName(gameCode)))}</h1><p>${escape(text.lead)}</p>`,
    `<h2>${escape(text.figures)}</h2>${formatFacts(facts)}`,
    ...(places.length > 0 ? [`<h2>${escape(text.places)}</h2>`, ...places.map((row) => `<p>${escape(row)}</p>`)] : []),
    `<h2>${escape(text.proof)}</h2>${formatFacts(proof)}<p>${escape(fairness)}</p>`,
    `<p><a class="text-button" href="/games/${encodeURIComponent(gameCode)}/verify">${escape(text.verify)}</a></p>`,
  ].join('');
}

function listProof({ exact, method, simulated, revision, definition, engine }: Certificate): Fact[] {
  const { rounds, percent, interval99, standardErrorsAway } = simulated;
  return [
    [text.exact, text.percent(exact.percent)],
    [text.method, text.methods[method]],
    [text.simulation, text.simulated(rounds, percent, interval99.from, interval99.to)],
    [text.away, text.errors(standardErrorsAway)],
    [text.revision, String(revision)],
    [text.definition, definition],
    [text.engine, engine],
  ];
}

function getName(gameCode: string): string {
  if (gameCode === cardGarden.gameCode) return cardGarden.name;
  return titleNames[gameCode] ?? tableWords[gameCode]?.name ?? marketText.name;
}

function formatFacts(facts: readonly Fact[]): string {
  const rows = facts.map(([term, value]) => `<div><dt>${escape(term)}</dt><dd>${escape(value)}</dd></div>`);
  return `<dl>${rows.join('')}</dl>`;
}

function escape(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
