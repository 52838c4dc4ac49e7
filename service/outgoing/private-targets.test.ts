import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTargets } from './private-targets.ts';

/** The first and last address of each non-public range, and an address just outside it. */
const SPECIAL_RANGES = [
  ['0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.3.0'],
  ['192.168.0.0', '192.168.255.255', '192.169.0.0'],
  ['198.18.0.0', '198.19.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.114.0'],
  ['224.0.0.0', '239.255.255.255', '223.255.255.255'],
  ['240.0.0.0', '255.255.255.255', '223.255.255.254'],
] as const;

const FORBIDDEN_IPV6 = [
  '::',
  '::1',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fdff::1',
  'ff02::1',
  'ff0e::1',
  // IPv4-compatible, translated (SIIT), ISATAP.
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:0:127.0.0.1',
  'fe80::5efe:10.0.0.1',
  // 6to4 and Teredo, whatever the embedded address.
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2002:808:808::1',
  '2001:0:4136:e378:8000:63bf:80ff:fffe',
  '2001:0:7f00:1::',
  // The local NAT64 prefix, discard-only, documentation, benchmarks, ORCHID, segment routing.
  '64:ff9b:1::808:808',
  '64:ff9b:1:ffff::1',
  '100::1',
  '2001:db8::1',
  '3fff::1',
  '2001:2::1',
  '2001:20::1',
  '5f00::1',
  // Addresses with a zone.
  'fe80::1%eth0',
  '2a00::1%eth0',
];

test('only public addresses are allowed, even if an IPv4 address is written as an IPv6 address', () => {
  const { isAllowed } = createTargets([]);
  const notations = (address: string) => [address, `::ffff:${address}`, `64:ff9b::${address}`];
  for (const [first, last, outside] of SPECIAL_RANGES) {
    for (const address of [...notations(first), ...notations(last)])
      assert.equal(isAllowed(address), false, address);
    for (const address of notations(outside)) assert.equal(isAllowed(address), true, address);
  }
  for (const address of FORBIDDEN_IPV6) assert.equal(isAllowed(address), false, address);
  for (const address of ['2a00:1450:4001:81b::200e', '2606:4700::1111', '::FFFF:8.8.8.8']) {
    assert.equal(isAllowed(address), true, address);
  }
  for (const invalid of [
    '',
    'localhost',
    '0x7f.1',
    '2130706433',
    '127.1',
    '8.8.8.8/32',
    ' 8.8.8.8',
    '[::1]',
  ]) {
    assert.equal(isAllowed(invalid), false, invalid);
  }
});

test('no IPv6 address outside the global unicast range is allowed, except notations of public IPv4 addresses', () => {
  const { isAllowed } = createTargets([]);
  const group = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      const [first] = groups as [number];
      const address = groups.map((part) => part.toString(16)).join(':');
      if (first >> 13 !== 1) assert.equal(isAllowed(address), false, address);
    }),
  );
});

test('loopback, addresses and ranges are allowed if they are listed', () => {
  const { isAllowed, isListed, hasListedNetworks } = createTargets(['loopback', '10.1.0.0/16', 'fd00::7']);
  assert.equal(hasListedNetworks, true);
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.1.2.3', 'fd00::7']) {
    assert.deepEqual([address, isAllowed(address), isListed(address)], [address, true, true]);
  }
  for (const address of ['10.2.0.0', 'fd00::8', '64:ff9b::127.0.0.1', '169.254.169.254']) {
    assert.equal(isAllowed(address), false, address);
  }
  assert.deepEqual([isAllowed('8.8.8.8'), isListed('8.8.8.8')], [true, false]);
  assert.equal(createTargets(['loopback']).hasListedNetworks, false);
});
