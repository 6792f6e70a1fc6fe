// Certification of cascades by their exact count, minutes of processor time: every title has the counted return of its
// certificate, and a planted pay, stop and weight of each cascade mechanic changes it.
//
// Elsewhere: the mechanics that are counted in seconds (certificate.test.ts).

import assert from 'node:assert/strict';
import test from 'node:test';

import { plantErrors } from '#studio/testing/planted-errors';

import { findMismatches, readCertificate } from './certificate.ts';
import { countReturn } from './exact.ts';
import { featureOf, type Mechanic, mechanicOf, type SlotTitle } from './title.ts';
import { slotTitles } from './titles/titles.ts';

const cascades = slotTitles.filter((title) => featureOf(title, 'cascade'));
const firstOfMechanic = new Map<Mechanic, SlotTitle>();
for (const title of cascades) {
  const mechanic = mechanicOf(title);
  if (!firstOfMechanic.has(mechanic)) firstOfMechanic.set(mechanic, title);
}

test('has cascades of three mechanics', () => {
  assert.deepEqual([...firstOfMechanic.keys()].toSorted(), ['anywhere', 'cluster', 'waysCascade']);
});

for (const title of cascades) {
  test(`counts the certified return of ${title.gameCode} again`, () => {
    assert.deepEqual(findMismatches(title, readCertificate(title.gameCode), countReturn(title)), []);
  });
}

for (const [mechanic, title] of firstOfMechanic) {
  for (const [change, planted] of Object.entries(plantErrors(title))) {
    test(`rejects a changed ${change} of ${title.gameCode} (${mechanic}) by its exact return`, () => {
      const found = findMismatches(planted, readCertificate(title.gameCode), countReturn(planted));
      assert.ok(found.includes('exact return'), found.join());
    });
  }
}
