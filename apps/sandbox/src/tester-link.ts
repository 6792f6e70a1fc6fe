// Prints the link that opens the sandbox's controls in a browser (deploy/README.md). It has the settings of main.ts.

import { deriveTesterToken } from '@chaba/sandbox-kit/testers';

import { readConfig, SettingError } from '#core/config';

try {
  const { publicUrl, secrets } = readConfig();
  console.log(`${publicUrl}/bank?token=${deriveTesterToken(secrets.bank)}`);
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
