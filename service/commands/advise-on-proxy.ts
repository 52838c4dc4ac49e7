import type { Config } from '#service/config.ts';

/**
 * What to tell an operator whose callers seem to come by plain HTTP though the address of the service is https: cookies and
 * answers would lack what keeps them to HTTPS (S28, S32), and all callers would have the address of the proxy (S42).
 */
export const adviseOnProxy = ({
  publicUrl,
  tls,
  trustProxy,
}: Pick<Config, 'publicUrl' | 'tls' | 'trustProxy'>): string | undefined =>
  publicUrl?.startsWith('https:') && tls === undefined && trustProxy.length === 0
    ? 'PUBLIC_URL is https, but TRUST_PROXY names no proxy and there is no certificate: everybody seems to come by plain HTTP, so that cookies are not kept to HTTPS and failed sign-ins of all callers count together. Name the proxy in TRUST_PROXY.'
    : undefined;
