// npm run wallet:certify -- --url … --key … --secret …: runs every scenario of the wallet protocol against a server and
// prints a table.
//
// The player is named by --launch-token (repeatable, each valid once) or, for a server of this product in play mode, by
// a member's login (--phone, --password; the demo member by default). Exit codes: 0 all passed, 1 some failed, 2 the
// run could not start.
//
// Elsewhere: the scenarios (packages/certify), the guide for integrators (docs/providers.md).

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import {
  type AggregatorName,
  aggregators,
  type AggregatorTarget,
  certify,
  certifyAggregator,
  type Key,
  RUN_NEEDS_BAHT,
  scenarios,
  send,
  type Verdict,
  type WalletUnderTest,
} from './certify.ts';
import { faults, openReferenceWallet } from './testing/reference-wallet.ts';

const HELP = `Usage: npm run wallet:certify -- --url http://127.0.0.1:3000 [options]

  --url ADDRESS        the wallet's address; /seamless/v1/… is added
  --protocol NAME      chaba (default), or the scenarios of an aggregator's protocol: amb, hub88
  --key ID             key id (default: test-key)
  --secret TEXT        its secret (default: test-secret)
  --other-key ID:TEXT  a second live key of the same provider, to try key rotation
  --launch-token TOKEN a one-time launch token of the player; repeat the option three times or more
  --slot CODE          a slot of the provider (default: test-slot)
  --table CODE         a table game of the provider (default: test-table)
  --phone, --password  instead of launch tokens: a member of a server in play mode (default: the demo member)
  --api-key KEY        the site's api-key for that login (default: chaba-sandbox)
  --provider CODE      the provider's code for that launch (default: test, or the name of the protocol)
  --player ID          amb, hub88: the player, who has opened the slot within a day. Default: that member of a server
                       in play mode, whose id the provider test reports
  --private-key FILE   hub88: PEM file of the private key that belongs to HUB88_PUBLIC_KEY
  --only PREFIX        only scenarios whose id begins so, as WIN or BET-09
  --races N            how often a bet races its rollback (default: 100)
  --random N           calls of the long random run (default: 300)
  --list               only list the scenarios
  --prove              tests the scenarios: on a reference wallet that follows every rule, and on the same
                       wallet with one planted fault at a time; prints which scenarios detect which fault

The player needs at least ${RUN_NEEDS_BAHT} baht. The scenarios change its balance.
Exit codes: 0 all passed, 1 some failed, 2 the run could not start.`;

const known = {
  url: { type: 'string', default: 'http://127.0.0.1:3000' },
  key: { type: 'string', default: 'test-key' },
  secret: { type: 'string', default: 'test-secret' },
  'other-key': { type: 'string' },
  'launch-token': { type: 'string', multiple: true },
  slot: { type: 'string', default: 'test-slot' },
  table: { type: 'string', default: 'test-table' },
  phone: { type: 'string', default: '0812345678' },
  password: { type: 'string', default: 'demo1234' },
  'api-key': { type: 'string', default: 'chaba-sandbox' },
  provider: { type: 'string' },
  protocol: { type: 'string', default: 'chaba' },
  player: { type: 'string' },
  'private-key': { type: 'string' },
  only: { type: 'string', default: '' },
  races: { type: 'string', default: '100' },
  random: { type: 'string', default: '300' },
  list: { type: 'boolean', default: false },
  prove: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const { values } = readWords();
const isAggregator = (name: string): name is AggregatorName => Object.hasOwn(aggregators, name);

function readWords() {
  try {
    return parseArgs({ options: known });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}. See --help.`);
    process.exit(2);
  }
}

function countOf(name: string, typed: string): number {
  if (!/^\d{1,7}$/.test(typed)) throw new Error(`--${name} is a number`);
  return Number(typed);
}

function keyOf(text: string): Key {
  const colon = text.indexOf(':');
  if (colon < 1) throw new Error('--other-key is ID:SECRET');
  return { id: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/** Returns launch tokens one at a time: the tokens of the command line, or new ones of a member that signs in. */
async function launcher(): Promise<() => Promise<string>> {
  const given = [...(values['launch-token'] ?? [])];
  if (given.length > 0) {
    return () => {
      const token = given.shift();
      if (token === undefined) return Promise.reject(new Error('no launch token is left: give more of them'));
      return Promise.resolve(token);
    };
  }
  const launch = await signIn();
  return () => launch(values.provider ?? 'test');
}

/** Signs the member in; returns a function that launches the slot of a provider. */
async function signIn(): Promise<(provider: string) => Promise<string>> {
  const headers = { 'content-type': 'application/json', 'api-key': values['api-key'] };
  const postJson = async (path: string, body: object, session = ''): Promise<Record<string, unknown>> => {
    const answer = await fetch(new URL(path, values.url), {
      method: 'POST',
      headers: session === '' ? headers : { ...headers, 'api-auth': session },
      body: JSON.stringify(body),
    });
    const outcome = (await answer.json()) as Record<string, unknown>;
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${String(outcome['code'])}`);
    return outcome;
  };
  const login = { phoneNumber: values.phone, Password: values.password };
  const session = String((await postJson('/auth-service/v1/login', login))['authToken']);
  return async (ch) => {
    const game = { ch, gameType: 'EGAMES', gameCode: values.slot };
    const { data } = (await postJson('/game-composite/v1/launch', game, session)) as { data: { launchToken: string } };
    return data.launchToken;
  };
}

/** The player with an open game of the aggregator. */
async function openAggregator(protocol: AggregatorName): Promise<AggregatorTarget> {
  const file = values['private-key'];
  if (protocol === 'hub88' && file === undefined) throw new Error('hub88 needs --private-key');
  const target = {
    url: values.url,
    key: { id: values.key, secret: values.secret },
    slot: values.slot,
    ...(file === undefined ? {} : { privateKey: readFileSync(file, 'utf8') }),
  };
  if (values.player !== undefined) return { ...target, playerId: values.player };
  const launch = await signIn();
  const test = { url: values.url, key: { id: 'test-key', secret: 'test-secret' } };
  const { body } = await send(test, 'authenticate', JSON.stringify({ token: await launch('test') }));
  if (body['code'] !== 'OK') throw new Error('this server does not report the player: give --player');
  await launch(values.provider ?? protocol);
  return { ...target, playerId: String(body['playerId']) };
}

type WalletTarget = Pick<WalletUnderTest, 'url' | 'key' | 'launch'> & { readonly otherKey?: Key };

async function openSession(target: WalletTarget, slot: string, table: string): Promise<WalletUnderTest> {
  const body = JSON.stringify({ token: await target.launch(), gameCode: slot });
  const { status, body: gameSession } = await send(target, 'authenticate', body);
  if (gameSession['code'] !== 'OK') {
    const why = typeof gameSession['message'] === 'string' ? `: ${gameSession['message']}` : '';
    const hint = status === 401 ? '; a key of a provider with another protocol is not accepted' : '';
    throw new Error(`authenticate answered ${status} ${String(gameSession['code'])}${why}${hint}`);
  }
  return {
    ...target,
    slot,
    table,
    session: { playerId: String(gameSession['playerId']), token: String(gameSession['token']) },
    races: countOf('races', values.races),
    randomCalls: countOf('random', values.random),
  };
}

function checkOptions(): void {
  if (!URL.canParse(values.url)) throw new Error('--url is an address, as http://127.0.0.1:3000');
  if (values.protocol !== 'chaba' && !isAggregator(values.protocol)) {
    throw new Error(`--protocol is chaba, ${Object.keys(aggregators).join(' or ')}`);
  }
  if (!listScenarios().some(({ id }) => id.startsWith(values.only))) {
    throw new Error(`no scenario begins with "${values.only}"; --list shows them all`);
  }
}

const listScenarios = (): readonly Pick<Verdict, 'id' | 'rule'>[] =>
  isAggregator(values.protocol) ? aggregators[values.protocol].scenarios : scenarios;

async function openWallet(): Promise<WalletUnderTest> {
  const otherKey = values['other-key'] === undefined ? {} : { otherKey: keyOf(values['other-key']) };
  const key: Key = { id: values.key, secret: values.secret };
  return openSession({ url: values.url, key, launch: await launcher(), ...otherKey }, values.slot, values.table);
}

/**
 * Runs the scenarios against wallets with planted faults, which must fail, and against the correct wallet, which must
 * pass.
 */
async function prove(): Promise<boolean> {
  let ok = true;
  for (const fault of [undefined, ...faults]) {
    const wallet = await openReferenceWallet(fault);
    const { url, launch } = wallet;
    const keys = {
      key: { id: 'test-key', secret: 'test-secret' },
      otherKey: { id: 'test-key-2', secret: 'test-secret-2' },
    };
    const opened = await openSession({ url, launch, ...keys }, 'test-slot', 'test-table');
    const verdicts = await certify({ ...opened, races: 10, randomCalls: 60 });
    await wallet.close();
    const found = verdicts.filter((verdict) => verdict.fault !== undefined).map(({ id }) => id);
    const isAsItShould = found.length > 0 === (fault !== undefined);
    ok &&= isAsItShould;
    const shown = found.length > 6 ? `${found.slice(0, 6).join(' ')} and ${found.length - 6} more` : found.join(' ');
    console.log(`${isAsItShould ? 'good' : 'BAD '}  ${(fault ?? 'keeps every rule').padEnd(44)}  ${shown}`);
  }
  return ok;
}

function line({ id, rule, fault, skipped, tookMs }: Verdict): string {
  const word = skipped === undefined ? (fault === undefined ? 'passed' : 'FAILED') : 'not   ';
  const outcome = fault ?? skipped;
  const why = outcome === undefined ? '' : `\n${' '.repeat(12)}${outcome}`;
  return `${id.padEnd(10)}  ${word}  ${String(Math.round(tookMs)).padStart(5)} ms  ${rule}${why}`;
}

type RunOptions = NonNullable<Parameters<typeof certify>[1]>;

async function run(options: RunOptions): Promise<readonly Verdict[]> {
  const { protocol } = values;
  if (!isAggregator(protocol)) return certify(await openWallet(), options);
  const { verdicts, refused } = await certifyAggregator(protocol, await openAggregator(protocol), options);
  const provider = values.provider ?? protocol;
  if (refused.length > 0) {
    console.log(`\n"npm run operator -- refused-calls ${provider}" lists each of: ${[...new Set(refused)].join(' ')}`);
  }
  return verdicts;
}

if (values.help) {
  console.log(HELP);
} else if (values.list) {
  for (const { id, rule } of listScenarios()) console.log(`${id.padEnd(10)}  ${rule}`);
} else if (values.prove) {
  process.exitCode = (await prove()) ? 0 : 1;
} else {
  try {
    checkOptions();
    const verdicts = await run({ only: values.only, onVerdict: (verdict) => console.log(line(verdict)) });
    const failed = verdicts.filter(({ fault }) => fault !== undefined);
    const skipped = verdicts.filter((verdict) => verdict.skipped !== undefined);
    const passed = verdicts.length - failed.length - skipped.length;
    const unplayed = skipped.length === 0 ? '' : `, ${skipped.length} not played`;
    console.log(`\n${passed} passed, ${failed.length} failed${unplayed} of ${verdicts.length} scenarios`);
    process.exitCode = failed.length === 0 ? 0 : 1;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    console.error(
      `The run could not begin at ${values.url} (--url): ${error instanceof Error ? error.message : String(error)}${cause}`,
    );
    process.exitCode = 2;
  }
}
