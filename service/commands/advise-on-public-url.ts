import type { Config } from '#service/config.ts';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/**
 * Advice for the operator of a server that is reachable from other machines but has no PUBLIC_URL: it creates no links to
 * shared reports, no invitations and no sign-ins with providers, because it never trusts a Host header (S46, decision W17).
 */
export const adviseOnPublicUrl = ({
  publicUrl,
  host,
  trustProxy,
}: Pick<Config, 'publicUrl' | 'host' | 'trustProxy'>): string | undefined =>
  publicUrl === undefined && (!LOOPBACK.test(host) || trustProxy.length > 0)
    ? 'PUBLIC_URL is not set: links to shared reports, invitations and sign-ins by identity providers work on this machine only. Set PUBLIC_URL to the address under which people reach the service.'
    : undefined;
