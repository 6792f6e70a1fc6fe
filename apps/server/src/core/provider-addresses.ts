// Addresses of a provider as an operator names them: pictures, the launch of a game, queries.
//
// Always true: an address is https, or http of this machine in play mode. It has no credentials and no sign that ends a
// header or an attribute, so its origin can stand in a content security policy. The origin of a launch has no
// placeholder.
//
// Elsewhere: the policy (http/headers.ts), the commands (apps/operator-cli).

const ADDRESS_LENGTH_MAX = 500;
const OWN_PATH = /^\/(?!\/)[\w./-]+$/;
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/;
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\]|[a-z0-9-]+\.localhost)$/;
const FORBIDDEN = /[\s"'`<>\\;,]/;
const PLACEHOLDER = /\{([^}]*)\}/g;

/** Values of a launch address. `lang` is always th. */
const placeholders = ['game', 'token', 'site', 'lang', 'return'] as const;
export type LaunchValues = Readonly<Record<(typeof placeholders)[number], string>>;

export type AddressFault =
  | 'too_long'
  | 'no_address'
  | 'not_https'
  | 'has_credentials'
  | 'has_forbidden_sign'
  | 'unknown_placeholder'
  | 'placeholder_in_origin'
  | 'no_token';

/** Why a picture cannot be shown: it is a path of the web build or an address. */
export function checkPicture(value: string, isPlay: boolean): AddressFault | undefined {
  return OWN_PATH.test(value) && value.length <= ADDRESS_LENGTH_MAX ? undefined : checkAddress(value, isPlay);
}

/** Why an address cannot be queried. */
export function checkAddress(value: string, isPlay: boolean): AddressFault | undefined {
  if (value.length > ADDRESS_LENGTH_MAX) return 'too_long';
  if (FORBIDDEN.test(value)) return 'has_forbidden_sign';
  if (!URL.canParse(value)) return 'no_address';
  const { protocol, hostname, username, password } = new URL(value);
  if (username !== '' || password !== '' || /^[a-z]+:\/*[^/?#]*@/i.test(value)) return 'has_credentials';
  if (!HOST.test(hostname)) return 'no_address';
  const isOfThisMachine = isPlay && protocol === 'http:' && LOOPBACK.test(hostname);
  return protocol === 'https:' || isOfThisMachine ? undefined : 'not_https';
}

/** Why a launch address cannot open a game. It names the token; `{game}` may be missing where a lobby opens. */
export function checkLaunchUrl(value: string, isPlay: boolean): AddressFault | undefined {
  const named = [...value.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  if (named.some((name) => !placeholders.some((known) => known === name))) return 'unknown_placeholder';
  if (/^[^/]*\/\/[^/?#]*\{/.test(value)) return 'placeholder_in_origin';
  const fault = checkAddress(value.replaceAll(PLACEHOLDER, 'x'), isPlay);
  if (fault !== undefined) return fault;
  return named.includes('token') ? undefined : 'no_token';
}

/** The address of a launch: placeholders replaced by encoded values. */
export function fillLaunchUrl(launchUrl: string, values: LaunchValues): string {
  return launchUrl.replaceAll(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? encodeURIComponent(values[name as keyof LaunchValues]) : whole,
  );
}
