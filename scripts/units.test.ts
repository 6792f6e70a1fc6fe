// The unit of the server restricts its process: no root, no capabilities, a read-only system and limited memory.
//
// Elsewhere: systemd's own verification, and a start under these restrictions (release.heavy.test.ts).

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { ROOT } from './settings.ts';

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
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
  'SystemCallFilter=@system-service',
  'UMask=0077',
];
const WIDENING = /^(?:ReadWritePaths|User|CapabilityBoundingSet|AmbientCapabilities|SystemCallFilter)=/;

/** Lines of the section [Service], without comments. */
function readService(name: string): string[] {
  const unit = fs.readFileSync(path.join(ROOT, 'deploy/systemd', name), 'utf8');
  const [, service = ''] = /^\[Service\]\n([\s\S]*?)(?=^\[|(?![\s\S]))/m.exec(unit) ?? [];
  return service.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

test('runs the server with every restriction of its unit', () => {
  const lines = readService('chaba-server@.service');
  assert.deepEqual(
    RESTRICTIONS.filter((restriction) => !lines.includes(restriction)),
    [],
  );
});

test('widens no restriction of the server by a later line', () => {
  const widening = readService('chaba-server@.service').filter((line) => WIDENING.test(line));
  assert.deepEqual(
    widening.filter((line) => !RESTRICTIONS.includes(line)),
    [],
  );
});
