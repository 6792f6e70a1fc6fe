// Checks at the start that each process logs in with its own database role. The product role changes balances only
// through the posting function and cannot insert audit entries; the operator role cannot create members or sessions.
//
// Elsewhere: creation of the roles (apps/ops/src/database/product-database.ts), their rights
// (packages/database/src/privileges.ts, operator-privileges.ts).

import { isOperatorLogin, isPowerfulLogin } from '@chaba/database/migrate';

import { type Config, ConfigError } from './config.ts';

const POWERFUL = 'DATABASE_URL logs in as a role that may write the books by itself:';

export async function requireProductLogin({ databaseUrl }: Config): Promise<void> {
  if (await isPowerfulLogin(databaseUrl)) {
    throw new ConfigError(`${POWERFUL} name the product's own login, which npm start makes.`);
  }
  if (await isOperatorLogin(databaseUrl)) {
    throw new ConfigError("DATABASE_URL is the operator's login: name the product's own login, which npm start makes.");
  }
}

export async function requireOperatorLogin({ databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<void> {
  if (await isPowerfulLogin(databaseUrl)) {
    throw new ConfigError(`${POWERFUL} name the operator's own login (OPERATOR_DATABASE_URL).`);
  }
  if (!(await isOperatorLogin(databaseUrl))) {
    throw new ConfigError(
      "DATABASE_URL is not the operator's login: start Chaba once with this version, or name it in OPERATOR_DATABASE_URL.",
    );
  }
}
