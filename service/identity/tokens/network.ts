import { isIP } from 'node:net';

/** Returns the /64 network of an IPv6 address, because a subscriber controls all of its 2^64 addresses. */
export const toClientNetwork = (address: string): string => {
  const [bare = ''] = address.split('%', 1);
  if (isIP(bare) !== 6) return address;
  const [, v4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? [];
  return v4 ?? parseGroups(bare).slice(0, 4).join(':');
};

const parseGroups = (address: string): string[] => {
  // The last 32 bits may be in IPv4 notation. They are not part of the /64, so their value does not matter.
  const [beforeZeros = '', afterZeros] = address.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::');
  const [head, tail] = [beforeZeros, afterZeros ?? ''].map((half) => (half === '' ? [] : half.split(':')));
  const zeros = Array.from({ length: 8 - head!.length - tail!.length }, () => '0');
  return [...head!, ...zeros, ...tail!].map((group) => Number.parseInt(group, 16).toString(16));
};
