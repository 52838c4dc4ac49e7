import { createSigningIdentity, type SigningIdentity } from './signing-identity.ts';
import { createDefaultOptions, type ResponseOptions, writeResponse } from './ws-federation-response.ts';

/** Creates an identity provider, and what a relying party expects from it at a fixed time. */
export const createTrust = (identity: SigningIdentity = createSigningIdentity()) => {
  const now = new Date('2026-03-01T12:01:00Z');
  const defaults = createDefaultOptions(identity, now);
  return {
    defaults,
    expected: {
      issuer: defaults.issuer,
      realm: 'urn:ronda',
      recipient: 'https://ronda.example.org/api/account/ExternalLoginCallback',
      certificates: [identity.certificate],
      now,
    },
    /** Writes a response with some options changed. */
    respond: (overrides: Partial<ResponseOptions> = {}) => writeResponse({ ...defaults, ...overrides }),
  };
};
