import { isIP } from 'node:net';
import { createTargets } from './private-targets.ts';

/** Which addresses this server may call on behalf of others than its operator (S45). */
export type OutgoingPolicy = {
  /** Whether a request may go to this URL, once its host is resolved to these IP addresses. */
  permits(url: URL, addresses: readonly string[]): boolean;
  /** What is wrong with a URL before its host is resolved; undefined when only the call can tell. */
  faultOf(url: URL): 'forbidden' | 'scheme' | undefined;
};

/**
 * `allowPrivateTargets`: the entries of the setting. Plain HTTP is for addresses that the operator has named, and for
 * everything where `allowInsecureHttp` says so.
 */
export const createOutgoingPolicy = ({
  allowPrivateTargets,
  allowInsecureHttp,
}: {
  allowPrivateTargets: readonly string[];
  allowInsecureHttp: boolean;
}): OutgoingPolicy => {
  const targets = createTargets(allowPrivateTargets);
  const schemeFits = ({ protocol }: URL, mayBePlain: boolean) =>
    protocol === 'https:' || (protocol === 'http:' && (allowInsecureHttp || mayBePlain));
  return {
    permits: (url, addresses) =>
      addresses.length > 0 &&
      addresses.every(targets.mayCall) &&
      schemeFits(url, addresses.every(targets.isNamed)),
    faultOf: (url) => {
      const literal = literalOf(url);
      if (literal !== undefined && !targets.mayCall(literal)) return 'forbidden';
      const known = literal ?? (url.hostname === 'localhost' ? '127.0.0.1' : undefined);
      const mayBePlain = known === undefined ? targets.namesNetworks : targets.isNamed(known);
      return schemeFits(url, mayBePlain) ? undefined : 'scheme';
    },
  };
};

/**
 * The IP address that stands in a URL in place of a name. The URL parser has turned decimal, octal, hexadecimal, short and
 * full-width spellings into the usual one.
 */
export const literalOf = ({ hostname }: URL): string | undefined => {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? undefined : address;
};
