import { isIP } from 'node:net';
import { createTargets } from './private-targets.ts';

/** Decides which addresses this server may send requests to on behalf of users (S45). */
export type OutgoingPolicy = {
  /** `addresses` are the IP addresses that the host resolves to. */
  isAllowed(url: URL, addresses: readonly string[]): boolean;
  /** Checks a URL before its host is resolved. Returns undefined if the result depends on the host's addresses. */
  findIssue(url: URL): 'forbidden' | 'scheme' | undefined;
};

/** Plain HTTP is allowed for the addresses in ALLOW_PRIVATE_TARGETS or, with `allowInsecureHttp`, for all addresses. */
export const createOutgoingPolicy = ({
  allowPrivateTargets,
  allowInsecureHttp,
}: {
  allowPrivateTargets: readonly string[];
  allowInsecureHttp: boolean;
}): OutgoingPolicy => {
  const targets = createTargets(allowPrivateTargets);
  const isSchemeAllowed = ({ protocol }: URL, isHttpAllowed: boolean) =>
    protocol === 'https:' || (protocol === 'http:' && (allowInsecureHttp || isHttpAllowed));
  return {
    isAllowed: (url, addresses) =>
      addresses.length > 0 &&
      addresses.every(targets.isAllowed) &&
      isSchemeAllowed(url, addresses.every(targets.isListed)),
    findIssue: (url) => {
      const ipLiteral = readIpLiteral(url);
      if (ipLiteral !== undefined && !targets.isAllowed(ipLiteral)) return 'forbidden';
      const address = ipLiteral ?? (url.hostname === 'localhost' ? '127.0.0.1' : undefined);
      const isHttpAllowed = address === undefined ? targets.hasListedNetworks : targets.isListed(address);
      return isSchemeAllowed(url, isHttpAllowed) ? undefined : 'scheme';
    },
  };
};

/** The URL parser has already normalised decimal, octal, hexadecimal, short and full-width notations. */
export const readIpLiteral = ({ hostname }: URL): string | undefined => {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? undefined : address;
};
