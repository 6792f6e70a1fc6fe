// npm run ops -- rotate NAME: the next step of a rotation.
//
//     session-tokens, bank-check      keys in the database: rotates, later removes the old ones
//     SANDBOX_SECRET and others       secrets that npm start made: a new value before the old one, then it alone
//
// Always true: no value is printed. Secrets that a file or the environment gives are changed there, by hand
// (deploy/README.md).
//
// Elsewhere: keys in the database (apps/server/src/modules/operations/key-rotation.ts), secrets.json (core/secrets.ts).

import { openDatabase } from '@chaba/database';
import { rotateSecrets, rotateSessionKeys, type RotationStep } from '@chaba/server/modules/operations';

import { borrowProductDatabase } from '#ops/database/product-database';
import { CommandError } from '#ops/core/command';
import { rotateStoredSecret } from '#ops/core/secrets';
import type { Settings } from '#ops/core/settings';

const KEYS = { 'session-tokens': rotateSessionKeys, 'bank-check': rotateSecrets } as const;
const SENTENCES: Readonly<Record<RotationStep, string>> = {
  rotated: 'Rotated. The old keys are accepted until this command removes them: npm run ops -- status shows when.',
  removed: 'The old keys are removed.',
  needed: 'The old keys are needed until what was made with them ends: nothing was changed.',
};

export async function rotate(settings: Settings, name = ''): Promise<number> {
  if (name in KEYS) {
    const source = await borrowProductDatabase(settings);
    try {
      if (source.ownerUrl === undefined) throw new CommandError('Name the login of the owner in DATABASE_OWNER_URL.');
      const owner = openDatabase({ url: source.ownerUrl, poolSize: 1, applicationName: 'chaba ops' });
      try {
        const step = await KEYS[name as keyof typeof KEYS](owner);
        console.log(SENTENCES[step]);
        return step === 'needed' ? 1 : 0;
      } finally {
        await owner.close();
      }
    } finally {
      await source.stop();
    }
  }
  const step = rotateStoredSecret(settings.dataDir, name);
  if (step === undefined) throw new CommandError(USAGE);
  console.log(
    step === 'rotated'
      ? `${name} has a new value, and accepts the old one. Restart, and repeat when the old one is not used any more.`
      : `${name} has its new value alone. Restart.`,
  );
  return 0;
}

const USAGE =
  'npm run ops -- rotate session-tokens | bank-check | SANDBOX_SECRET | STUDIO_SECRET | PROVIDER_SECRET | HASH_SECRET';
