// The terms of a provider as an operator types them, in the form `name=value`.
//
// Always true: an invalid value yields one sentence with the expected form.
//
// Elsewhere: the actions (provider-actions.ts), the rows (modules/catalogue).

import { gameCategories, type GameCategory, type GameType, gameTypes } from '#core/catalogue';
import { type AddressFault, checkAddress, checkLaunchUrl, checkPicture } from '#core/provider-addresses';
import { type ProviderTerms } from '#modules/catalogue';
import { protocols } from '#modules/providers';

import { InputError, parseTerm, requireTerm } from './input.ts';

const NAME_LENGTH_MAX = 60;
const ORDER_MAX = 9_999;
const NONE = 'none';
/** The address of the play-money studio, for providers whose games it runs. */
const STUDIO = 'studio';

const explanations: Readonly<Record<AddressFault, string>> = {
  too_long: 'an address has at most 500 signs',
  no_address: 'expected an address, as https://games.example/x is',
  not_https: 'an address begins with https:// (in play mode also with http:// of this machine)',
  has_credentials: 'an address has no user name and no password',
  has_forbidden_sign: 'an address has no quote, space, comma, semicolon, backslash or angle bracket',
  unknown_placeholder: 'the placeholders are {game}, {token}, {site}, {lang} and {return}',
  placeholder_in_origin: 'a placeholder stands behind the host',
  no_token: 'a launch address has the placeholder {token}',
};

/** The fault of an address, as part of a sentence. */
export function explainAddress(fault: AddressFault): string {
  return explanations[fault];
}

type Terms = Partial<ProviderTerms>;

const terms: Readonly<Record<string, (value: string, isPlay: boolean) => Terms>> = {
  name: (value) => ({ name: parseName(value) }),
  protocol: (value) => ({ protocol: parseProtocol(value) }),
  category: (value) => ({ category: parseChoice('category', value, gameCategories) }),
  type: (value) => ({ gameType: parseChoice('type', value, gameTypes) }),
  image: (value, isPlay) => ({ imageUrl: parseAddress('picture', value, checkPicture(value, isPlay)) }),
  launch: (value, isPlay) => ({
    launchUrl: value === STUDIO ? null : parseAddress('launch address', value, checkLaunchUrl(value, isPlay)),
  }),
  api: (value, isPlay) => ({
    apiUrl: value === NONE ? null : parseAddress('address of queries', value, checkAddress(value, isPlay)),
  }),
  order: (value) => ({ lobbyOrder: value === NONE ? null : parseOrder(value) }),
  new: (value) => ({ isNew: parseYes(value) }),
};

/** The terms that words name; each at most once. */
export function parseProviderTerms(words: readonly string[], isPlay: boolean): Terms {
  const pairs = words.map(parseTerm);
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new InputError(`The term "${twice}" stands twice.`, 2);
  return Object.assign({}, ...pairs.map(([name, value]) => requireTerm(terms, name)(value, isPlay))) as Terms;
}

const typeOf: Readonly<Record<GameCategory, GameType>> = {
  LIVECASINO: 'LIVECASINO',
  EGAMES: 'EGAMES',
  POKER: 'LOBBY',
  TRADING: 'TRADING',
};

/** The terms of a new provider: what it must have, and usual values of the others. */
export function completeTerms({ name, protocol, category, imageUrl, launchUrl, ...others }: Terms): ProviderTerms {
  const isWhole = name && protocol !== undefined && category && imageUrl && launchUrl;
  if (!isWhole) {
    throw new InputError(
      'A provider has a protocol, a name, a category, a picture and a launch address: protocol=chaba name="…" category=EGAMES image=https://… launch=https://…/{game}?token={token}',
      2,
    );
  }
  const usual = { gameType: typeOf[category], apiUrl: null, lobbyOrder: null, isNew: false };
  return { ...usual, ...others, name, protocol, category, imageUrl, launchUrl };
}

function parseName(value: string): string {
  const name = value.trim();
  if (name === '' || name.length > NAME_LENGTH_MAX || /\p{Cc}/u.test(name)) {
    throw new InputError(`The name of a provider has 1 to ${NAME_LENGTH_MAX} letters.`, 2);
  }
  return name;
}

function parseProtocol(value: string): string | null {
  if (value === NONE) return null;
  if (protocols.some(({ name }) => name === value)) return value;
  const names = protocols.map(({ name }) => name).join(', ');
  throw new InputError(`"${value}" is no protocol: it is one of ${names}, or none.`, 2);
}

function parseChoice<Value extends string>(what: string, value: string, values: readonly Value[]): Value {
  const found = values.find((each) => each === value);
  if (found === undefined) throw new InputError(`"${value}" is no ${what}: it is one of ${values.join(', ')}.`, 2);
  return found;
}

function parseAddress(what: string, value: string, fault: AddressFault | undefined): string {
  if (fault !== undefined) throw new InputError(`The ${what} cannot be used: ${explainAddress(fault)}.`, 2);
  return value;
}

function parseOrder(value: string): number {
  if (!/^[1-9]\d{0,3}$/.test(value)) {
    throw new InputError(`"${value}" is no place in the lobby: a number from 1 to ${ORDER_MAX}, or none.`, 2);
  }
  return Number(value);
}

function parseYes(value: string): boolean {
  if (value !== 'yes' && value !== 'no') throw new InputError(`This term is yes or no, not "${value}".`, 2);
  return value === 'yes';
}
