// The packages that the lockfile may contain: allowed licences, denied packages and denied versions.
//
// Elsewhere: the gate that applies it (gates.ts), outdated packages (deps.ts).

/** Licences that require only their notice. */
export const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
]);

/** Licences that bind by file or by library, each allowed for the reviewed packages only. */
export const LICENCE_EXCEPTIONS: readonly {
  readonly licence: string;
  readonly packages: RegExp;
  readonly why: string;
}[] = [
  {
    licence: 'MPL-2.0',
    packages: /^(?:axe-core|lightningcss(?:-.+)?|@resvg\/resvg-js(?:-.+)?)$/,
    why: 'used as they are by the build and the tests; none of their files is changed or shipped',
  },
  {
    licence: 'LGPL-3.0-or-later',
    packages: /^@img\/sharp-/,
    why: 'a library that draws pictures at build time; not shipped',
  },
];

/** Packages that the lockfile must not contain at all or in these versions. */
export const DENIED_PACKAGES: readonly {
  readonly name: string;
  readonly versions?: readonly string[];
  readonly why: string;
}[] = [
  { name: 'event-stream', versions: ['3.3.6'], why: 'stole wallets' },
  { name: 'flatmap-stream', why: 'stole wallets' },
  { name: 'eslint-scope', versions: ['3.7.2'], why: 'stole tokens' },
  { name: 'ua-parser-js', versions: ['0.7.29', '0.8.0', '1.0.0'], why: 'installed a miner' },
  { name: 'coa', versions: ['2.0.3', '2.0.4', '2.1.1', '2.1.3', '3.0.1', '3.1.3'], why: 'stole passwords' },
  { name: 'rc', versions: ['1.2.9', '1.3.9', '2.3.9'], why: 'stole passwords' },
  { name: 'node-ipc', versions: ['9.2.2', '10.1.1', '10.1.2', '10.1.3'], why: 'deleted files' },
  { name: 'peacenotwar', why: 'wrote files of its own' },
  { name: 'colors', versions: ['1.4.1', '1.4.2'], why: 'endless loop on purpose' },
  { name: 'faker', versions: ['6.6.6'], why: 'emptied on purpose' },
  { name: 'crossenv', why: 'stole environment variables' },
  { name: 'chalk', versions: ['5.6.1'], why: 'changed payments in browsers' },
  { name: 'debug', versions: ['4.4.2'], why: 'changed payments in browsers' },
  { name: 'ansi-regex', versions: ['6.2.1'], why: 'changed payments in browsers' },
  { name: 'ansi-styles', versions: ['6.2.2'], why: 'changed payments in browsers' },
  { name: 'color-convert', versions: ['3.1.1'], why: 'changed payments in browsers' },
  { name: 'color-name', versions: ['2.0.1'], why: 'changed payments in browsers' },
  { name: 'is-arrayish', versions: ['0.3.3'], why: 'changed payments in browsers' },
  { name: 'error-ex', versions: ['1.3.3'], why: 'changed payments in browsers' },
  { name: 'strip-ansi', versions: ['7.1.1'], why: 'changed payments in browsers' },
  { name: 'supports-color', versions: ['10.2.1'], why: 'changed payments in browsers' },
  { name: 'wrap-ansi', versions: ['9.0.1'], why: 'changed payments in browsers' },
  { name: 'slice-ansi', versions: ['7.1.1'], why: 'changed payments in browsers' },
  {
    name: 'eslint-config-prettier',
    versions: ['8.10.1', '9.1.1', '10.1.6', '10.1.7'],
    why: 'ran a downloaded program',
  },
  { name: '@ctrl/tinycolor', versions: ['4.1.1', '4.1.2'], why: 'stole tokens and spread by them' },
];

/** Packages that no package.json of this repository may name, because Node or this repository has the same function. */
export const REPLACED_PACKAGES: Readonly<Record<string, string>> = {
  axios: 'fetch',
  bcrypt: 'argon2 of node:crypto',
  bcryptjs: 'argon2 of node:crypto',
  chalk: 'styleText of node:util',
  'cross-env': 'the environment of the spawned process',
  dotenv: 'core/config.ts reads the environment',
  express: 'fastify',
  jest: 'node:test',
  jsonwebtoken: 'opaque session tokens (modules/sessions/sessions.ts)',
  lodash: 'the language',
  moment: '@chaba/contract/thai-time',
  'node-fetch': 'fetch',
  request: 'fetch',
  rimraf: 'rmSync of node:fs',
  sinon: 'node:test, without mocks of our own code',
  'ts-node': 'Node runs TypeScript',
  uuid: 'randomUUID of node:crypto',
  vitest: 'node:test',
};
