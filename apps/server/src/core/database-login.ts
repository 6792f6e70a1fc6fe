// Proof at the start that the server logs in as the product's own role: one that writes the books through the posting function alone.
//
// Elsewhere: how npm start makes that role (scripts/product-database.ts), what it may do (packages/database/src/privileges.ts).

import { isPowerfulLogin } from '@chaba/database/migrate';

import { type Config, ConfigError } from './config.ts';

export async function requireProductLogin({ databaseUrl }: Config): Promise<void> {
  if (!(await isPowerfulLogin(databaseUrl))) return;
  throw new ConfigError(
    "DATABASE_URL logs in as a role that may write the books by itself: name the product's own login, which npm start makes.",
  );
}
