import { isIP } from 'node:net';

/**
 * What counts as one caller when guesses are counted: an IPv4 address, or the /64 that an IPv6 address lies in, for who has
 * one has 2^64 of them. An IPv4 address is the same however it is written.
 */
export const networkOf = (address: string): string => {
  const [bare = ''] = address.split('%', 1);
  if (isIP(bare) !== 6) return address;
  const [, v4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? [];
  return v4 ?? groupsOf(bare).slice(0, 4).join(':');
};

/** The eight groups of an IPv6 address, without leading zeros. */
const groupsOf = (address: string): string[] => {
  // The last 32 bits may be written as IPv4; they are not asked for here, only counted.
  const [before = '', after] = address.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::');
  const [head, tail] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - head!.length - tail!.length }, () => '0');
  return [...head!, ...zeros, ...tail!].map((group) => Number.parseInt(group, 16).toString(16));
};
