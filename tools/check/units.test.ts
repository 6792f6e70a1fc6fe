// The unit of the server restricts its process: no root, no capabilities, a read-only system and limited memory.
//
// Elsewhere: systemd's own verification, and a start under these restrictions (release.idle.heavy.test.ts).

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { ROOT } from '#ops/core/root';

const RESTRICTIONS = [
  'DynamicUser=yes',
  'MemoryMax=1G',
  'ProtectSystem=strict',
  'ProtectHome=yes',
  'PrivateTmp=yes',
  'PrivateDevices=yes',
  'NoNewPrivileges=yes',
  'CapabilityBoundingSet=',
  'AmbientCapabilities=',
  'ProtectKernelTunables=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelLogs=yes',
  'ProtectControlGroups=yes',
  'RestrictSUIDSGID=yes',
  'RestrictNamespaces=yes',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
  'SystemCallFilter=@system-service',
  'UMask=0077',
];
const WIDENING = /^(?:ReadWritePaths|User|CapabilityBoundingSet|AmbientCapabilities|SystemCallFilter)=/;

/** Lines of a section, without comments. */
function readSection(name: string, section: 'Unit' | 'Service'): string[] {
  const unit = fs.readFileSync(path.join(ROOT, 'deploy/systemd', name), 'utf8');
  const part = unit.split(/^(?=\[)/m).find((each) => each.startsWith(`[${section}]\n`)) ?? '';
  return part.split('\n').filter((line) => /^\w/.test(line));
}

test('runs server and back office with every restriction of their units', () => {
  for (const unit of ['chaba-server@.service', 'chaba-back-office@.service']) {
    const lines = readSection(unit, 'Service');
    const missing = RESTRICTIONS.filter((restriction) => !lines.includes(restriction));
    assert.deepEqual(missing, [], unit);
    const widening = lines.filter((line) => WIDENING.test(line) && !RESTRICTIONS.includes(line));
    assert.deepEqual(widening, [], unit);
  }
});

test('starts the server again until its database is reachable, whatever became of the migrations', () => {
  const unit = readSection('chaba-server@.service', 'Unit');
  assert.ok(unit.includes('StartLimitIntervalSec=0'));
  assert.deepEqual(
    unit.filter((line) => /^(?:Requires|BindsTo|PartOf)=/.test(line)),
    [],
  );
  assert.ok(readSection('chaba-server@.service', 'Service').includes('Restart=always'));
  assert.ok(readSection('chaba-migrate.service', 'Service').includes('Restart=on-failure'));
});
