// What chance would do now and then, and a journey must not meet by accident: free rounds that a spin grants are played by
// themselves, move the balance on and answer for one spin with several.

import path from 'node:path';

import { openStore } from '#sandbox/core/store';

/** From now on every paid round of a slot grants so many, and a free one none. The studio of this folder has been started. */
export function grantFreeSpins(dataDir: string, count: number): void {
  const store = openStore(path.join(dataDir, 'sandbox.sqlite'));
  store.execute('drop trigger if exists granted');
  store.execute(
    `create trigger granted after update of state on studio_round when new.state = 'settled'
      begin update studio_round set free_awarded = iif(new.is_free = 0, ${count}, 0) where round_id = new.round_id; end`,
  );
  store.close();
}
