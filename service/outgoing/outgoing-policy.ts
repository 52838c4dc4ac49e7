import { isIP } from 'node:net';
import { createTargets } from './private-targets.ts';

/** Decides which addresses this server may call at the request of users (S45). */
export type OutgoingPolicy = {
  /** Returns true if a request may go to this URL, given the resolved IP addresses of its host. */
  permits(url: URL, addresses: readonly string[]): boolean;
  /** Returns what is wrong with a URL before its host is resolved; undefined if only the call can show it. */
  issueOf(url: URL): 'forbidden' | 'scheme' | undefined;
};

/**
 * `allowPrivateTargets`: the entries of the setting. Plain HTTP is allowed for the addresses that it lists, and everywhere if
 * `allowInsecureHttp` is true.
 */
export const createOutgoingPolicy = ({
  allowPrivateTargets,
  allowInsecureHttp,
}: {
  allowPrivateTargets: readonly string[];
  allowInsecureHttp: boolean;
}): OutgoingPolicy => {
  const targets = createTargets(allowPrivateTargets);
  const schemeFits = ({ protocol }: URL, canBePlain: boolean) =>
    protocol === 'https:' || (protocol === 'http:' && (allowInsecureHttp || canBePlain));
  return {
    permits: (url, addresses) =>
      addresses.length > 0 &&
      addresses.every(targets.allows) &&
      schemeFits(url, addresses.every(targets.isNamed)),
    issueOf: (url) => {
      const literal = literalOf(url);
      if (literal !== undefined && !targets.allows(literal)) return 'forbidden';
      const known = literal ?? (url.hostname === 'localhost' ? '127.0.0.1' : undefined);
      const canBePlain = known === undefined ? targets.namesNetworks : targets.isNamed(known);
      return schemeFits(url, canBePlain) ? undefined : 'scheme';
    },
  };
};

/**
 * Returns the IP address in a URL that has no host name. The URL parser has converted decimal, octal, hexadecimal, short and full-width
 * notations to the usual one.
 */
export const literalOf = ({ hostname }: URL): string | undefined => {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? undefined : address;
};
