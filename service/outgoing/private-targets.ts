import { BlockList, isIP } from 'node:net';

type Targets = {
  /** Returns true if an IP address is public or listed. */
  isAllowed(address: string): boolean;
  isListed(address: string): boolean;
  /** True if anything other than loopback is listed: any host name may resolve to a listed address. */
  hasListedNetworks: boolean;
};

/** IANA's registry of special-purpose IPv4 addresses, including multicast and reserved ranges. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Protocol assignments, documentation and 6to4. Teredo and 6to4 embed an IPv4 address and are obsolete. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** All other addresses are loopback, link-local, unique-local, multicast, IPv4-compatible or unassigned. */
const GLOBAL_UNICAST = '2000::/3';

/** Allowed if the embedded IPv4 address is allowed. The local prefix 64:ff9b:1::/48 routes to private networks. */
const NAT64_PREFIX = '64:ff9b::';
const NAT64 = `${NAT64_PREFIX}/96`;

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** `entries` are `loopback`, addresses and CIDR ranges (ALLOW_PRIVATE_TARGETS). */
export const createTargets = (entries: readonly string[]): Targets => {
  const listedRanges = createBlockList(
    entries.flatMap((entry) => (entry === 'loopback' ? LOOPBACK : [entry])),
  );
  const isListed = (address: string) => isInRanges(listedRanges, address);
  return {
    isListed,
    isAllowed: (address) => isListed(address) || isPublic(address),
    hasListedNetworks: entries.some((entry) => entry !== 'loopback'),
  };
};

const createBlockList = (ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
};

const toNat64 = (range: string): string => {
  const [address, prefix] = range.split('/');
  return `${NAT64_PREFIX}${address}/${96 + Number(prefix)}`;
};

const specialRanges = createBlockList([...SPECIAL_IPV4, ...SPECIAL_IPV4.map(toNat64), ...SPECIAL_IPV6]);
const routableRanges = createBlockList(['0.0.0.0/0', GLOBAL_UNICAST, NAT64]);

const isPublic = (address: string): boolean =>
  isInRanges(routableRanges, address) && !isInRanges(specialRanges, address);

/** A BlockList also matches IPv4-mapped addresses against IPv4 ranges. Addresses with a zone are link-local. */
const isInRanges = (list: BlockList, address: string): boolean => {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return false;
  return list.check(address, family === 6 ? 'ipv6' : 'ipv4');
};
