// The logins of the product and of its operators in a database of another owner: separate roles, created by npm start,
// with passwords in the data folder.
//
//     DATA_DIR/database-logins.json   { "host:port/database": { "role", "password" } }, mode 600; an operator's key
//     ends with #operator
//
// Always true: a role belongs to one database and carries its name. A password is created once for a data folder.

import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';

import { canConnect } from '@chaba/database/can-connect';
import { type Login, loginUrl } from '@chaba/database/migrate';

import { ensureDataDir } from '#ops/core/settings';

type Logins = Readonly<Record<string, { readonly role: string; readonly password: string }>>;

const ROLE_LENGTH_MAX = 63;
/** Kind of login; the role name is the database's name plus this. */
export type LoginOf = 'app' | 'operator';

/** Returns the stored login of this database if it can still log in. */
export async function findLogin(dataDir: string, url: string, of: LoginOf = 'app'): Promise<Login | undefined> {
  const login = readLogins(dataDir)[keyOf(url, of)];
  return login && (await canConnect(loginUrl(url, login))) ? login : undefined;
}

/** Returns the stored login, or creates one through the owner. */
export async function makeLogin(
  dataDir: string,
  url: string,
  of: LoginOf = 'app',
): Promise<Login & { readonly mayReset: boolean }> {
  ensureDataDir(dataDir);
  const logins = readLogins(dataDir);
  const known = logins[keyOf(url, of)];
  const suffix = `_${of}`;
  if (known) return { ...known, mayReset: true };
  const name = decodeURIComponent(new URL(url).pathname.slice(1)) || 'chaba';
  const login = {
    role: `${name.slice(0, ROLE_LENGTH_MAX - suffix.length)}${suffix}`,
    password: randomBytes(24).toString('hex'),
  };
  const place = placeOf(dataDir);
  fs.writeFileSync(`${place}.new`, `${JSON.stringify({ ...logins, [keyOf(url, of)]: login }, undefined, 2)}\n`, {
    mode: 0o600,
  });
  fs.renameSync(`${place}.new`, place);
  return { ...login, mayReset: true };
}

function readLogins(dataDir: string): Logins {
  const place = placeOf(dataDir);
  return fs.existsSync(place) ? (JSON.parse(fs.readFileSync(place, 'utf8')) as Logins) : {};
}

const placeOf = (dataDir: string): string => path.join(dataDir, 'database-logins.json');

function keyOf(url: string, of: LoginOf): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}${of === 'operator' ? '#operator' : ''}`;
}
