import type { Config } from '#service/config.ts';

const LOOPBACK_PATTERN = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/**
 * Returns a warning if other machines can reach the server but PUBLIC_URL is not set: Ronda never trusts a Host header
 * (S46, decision W17).
 */
export const findPublicUrlWarning = ({
  publicUrl,
  host,
  trustProxy,
}: Pick<Config, 'publicUrl' | 'host' | 'trustProxy'>): string | undefined =>
  publicUrl === undefined && (!LOOPBACK_PATTERN.test(host) || trustProxy.length > 0)
    ? 'PUBLIC_URL is not set: links to shared reports, invitations and sign-in with identity providers work only on this machine. Set PUBLIC_URL to the address that people use to reach the service.'
    : undefined;
