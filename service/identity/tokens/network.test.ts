import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toClientNetwork } from './network.ts';

test('all notations of an IPv4 address count as one client', () => {
  assert.equal(toClientNetwork('203.0.113.7'), '203.0.113.7');
  assert.equal(toClientNetwork('::ffff:203.0.113.7'), '203.0.113.7');
  assert.equal(toClientNetwork('::FFFF:203.0.113.7'), '203.0.113.7');
  assert.notEqual(toClientNetwork('203.0.113.7'), toClientNetwork('203.0.113.70'));
});

test('all addresses in an IPv6 /64 count as one client', () => {
  const notations = [
    '2001:db8:0:7::1',
    '2001:db8:0:7:ffff:ffff:ffff:ffff',
    '2001:0DB8::7:0:0:0:1',
    '2001:db8:0:7::203.0.113.7',
    '2001:db8:0:7::1%eth0',
  ];
  assert.deepEqual([...new Set(notations.map(toClientNetwork))], ['2001:db8:0:7']);
  const different = ['2001:db8:0:8::1', '2001:db8::7', '2001:db8::', 'fe80::1%eth0', '::1', '::'];
  assert.deepEqual(different.map(toClientNetwork), [
    '2001:db8:0:8',
    '2001:db8:0:0',
    '2001:db8:0:0',
    'fe80:0:0:0',
    '0:0:0:0',
    '0:0:0:0',
  ]);
});

test('a string that is not an IP address is returned unchanged', () => {
  for (const text of ['', 'unknown', ':::', '%', '1.2.3', '2001:db8::1::2'])
    assert.equal(toClientNetwork(text), text);
});
