import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isPublic, listNetworks, toNetwork } from './addresses.ts';

test('groups an IPv6 address by its network and an IPv4 address by itself', () => {
  const expected: readonly (readonly [string, string])[] = [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['203.0.113.7:443', '203.0.113.7'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2'],
    ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
    ['', ''],
    ['nonsense', 'nonsense'],
  ];
  for (const [address, network] of expected) assert.equal(toNetwork(address), network, address);
});

test('lists the /64, /56 and /48 networks of an IPv6 address with rising shares', () => {
  const expected: readonly (readonly [string, readonly string[]])[] = [
    ['203.0.113.7', ['203.0.113.7']],
    ['::ffff:203.0.113.7', ['203.0.113.7']],
    ['2001:db8:1:2ff:3:4:5:6', ['2001:db8:1:2ff', '2001:db8:1:200/56', '2001:db8:1/48']],
    ['2001:0DB8:0001:abcd::9', ['2001:db8:1:abcd', '2001:db8:1:ab00/56', '2001:db8:1/48']],
    ['2001:db8::1', ['2001:db8:0:0', '2001:db8:0:0/56', '2001:db8:0/48']],
    ['nonsense', ['nonsense']],
    ['1.2.3.4:x', ['1.2.3.4:x']],
  ];
  for (const [address, networks] of expected) {
    assert.deepEqual(
      listNetworks(address).map(({ network }) => network),
      networks,
      address,
    );
  }
  assert.deepEqual(
    listNetworks('2001:db8::1').map(({ share }) => share),
    [1, 2, 4],
  );
});

test('treats private, loopback and invalid addresses as not public', () => {
  const inside = ['127.0.0.1', '10.1.2.3', '172.31.0.1', '100.64.0.9', '::1', 'fd00::1', 'fe80::1', '', 'nonsense'];
  for (const address of inside) assert.equal(isPublic(address), false, address);
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8::1']) assert.equal(isPublic(address), true);
});
