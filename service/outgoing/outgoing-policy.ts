import { isIP } from 'node:net';
import { createTargets } from './private-targets.ts';

/** Decides which addresses users can make this server call (S45). */
export type OutgoingPolicy = {
  /** Returns true if a request may go to this URL, given the IP addresses that its host resolves to. */
  allows(url: URL, addresses: readonly string[]): boolean;
  /** Returns why a URL is rejected before its host is resolved; undefined if that depends on the host's addresses. */
  findIssue(url: URL): 'forbidden' | 'scheme' | undefined;
};

/** Plain HTTP is allowed for the addresses in ALLOW_PRIVATE_TARGETS or, with `allowInsecureHttp`, for all. */
export const createOutgoingPolicy = ({
  allowPrivateTargets,
  allowInsecureHttp,
}: {
  allowPrivateTargets: readonly string[];
  allowInsecureHttp: boolean;
}): OutgoingPolicy => {
  const targets = createTargets(allowPrivateTargets);
  const isSchemeAllowed = ({ protocol }: URL, allowsHttp: boolean) =>
    protocol === 'https:' || (protocol === 'http:' && (allowInsecureHttp || allowsHttp));
  return {
    allows: (url, addresses) =>
      addresses.length > 0 &&
      addresses.every(targets.allows) &&
      isSchemeAllowed(url, addresses.every(targets.isListed)),
    findIssue: (url) => {
      const literal = readIpLiteral(url);
      if (literal !== undefined && !targets.allows(literal)) return 'forbidden';
      const address = literal ?? (url.hostname === 'localhost' ? '127.0.0.1' : undefined);
      const allowsHttp = address === undefined ? targets.hasListedNetworks : targets.isListed(address);
      return isSchemeAllowed(url, allowsHttp) ? undefined : 'scheme';
    },
  };
};

/** The URL parser has already normalised decimal, octal, hexadecimal, short and full-width notations. */
export const readIpLiteral = ({ hostname }: URL): string | undefined => {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? undefined : address;
};
