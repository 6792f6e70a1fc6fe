// The logins of the product and of its operators in a database of another owner: roles beside the owner, made by npm start, with
// passwords in the data folder.
//
//     DATA_DIR/database-logins.json   { "host:port/database": { "role", "password" } }, mode 600; an operator's key ends with #operator
//
// Always true: the role belongs to one database, whose name it carries. A password is made once for a data folder.

import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';

import { canConnect } from '@chaba/database/embedded';
import { type Login, loginUrl } from '@chaba/database/migrate';

import { ensureDataDir } from './settings.ts';

type Logins = Readonly<Record<string, { readonly role: string; readonly password: string }>>;

const ROLE_LENGTH_MAX = 63;
/** Whose login it is; its role is the database's name and this. */
export type LoginOf = 'app' | 'operator';

/** The stored login of this database, where it still logs in. */
export async function findLogin(dataDir: string, url: string, of: LoginOf = 'app'): Promise<Login | undefined> {
  const login = readLogins(dataDir)[keyOf(url, of)];
  return login && (await canConnect(loginUrl(url, login))) ? login : undefined;
}

/** The stored login, or a new one; the owner makes the role with it. */
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
