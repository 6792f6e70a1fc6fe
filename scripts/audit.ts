// npm run audit: proves the books of any database. Every finding is a line; exit code 1 when there is one.
//
//     npm run audit                      the running product, or its data folder
//     DATABASE_URL=… npm run audit       any other

import { openDatabase } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { auditLimits } from '#server/modules/limits/limits';

import { borrowProductDatabase } from './product-database.ts';
import { readSettings, runCommand } from './settings.ts';

await runCommand(async () => {
  const source = await borrowProductDatabase(readSettings(), { isReading: true });
  const database = openDatabase({ url: source.url, poolSize: 2, applicationName: 'chaba audit' });
  try {
    const findings = [...(await audit(database)), ...(await auditLimits(database))];
    for (const { site, rule, detail } of findings) console.log(`site ${site}  ${rule}  ${detail}`);
    console.log(
      findings.length === 0 ? 'The books are right.' : `${findings.length} findings: the books are not right.`,
    );
    return findings.length === 0 ? 0 : 1;
  } finally {
    await database.close();
    await source.stop();
  }
});
