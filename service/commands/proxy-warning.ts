import type { Config } from '#service/config.ts';

/**
 * Returns a warning if PUBLIC_URL is https but requests seem to arrive over plain HTTP. Without TRUST_PROXY, cookies
 * and responses lack the protection of HTTPS (S28, S32), and all clients share the proxy's address (S42).
 */
export const findProxyWarning = ({
  publicUrl,
  tls,
  trustProxy,
}: Pick<Config, 'publicUrl' | 'tls' | 'trustProxy'>): string | undefined =>
  publicUrl?.startsWith('https:') && tls === undefined && trustProxy.length === 0
    ? 'PUBLIC_URL is https, but TRUST_PROXY names no proxy and there is no certificate. All requests appear to arrive over plain HTTP: cookies are not limited to HTTPS, and failed sign-ins of all clients are counted together. Name the proxy in TRUST_PROXY.'
    : undefined;
