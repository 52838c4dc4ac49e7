import { createSigningIdentity, type SigningIdentity } from './signing-identity.ts';
import { ordinaryResponse, type ResponseOptions, writeResponse } from './ws-federation-response.ts';

/** Creates an identity provider, and what a relying party expects of it at a fixed time. */
export const createTrust = (identity: SigningIdentity = createSigningIdentity()) => {
  const now = new Date('2026-03-01T12:01:00Z');
  const ordinary = ordinaryResponse(identity, now);
  return {
    ordinary,
    expected: {
      issuer: ordinary.issuer,
      realm: 'urn:ronda',
      recipient: 'https://ronda.example.org/api/account/ExternalLoginCallback',
      certificates: [identity.certificate],
      now,
    },
    /** Writes a response with changed options. */
    respond: (overrides: Partial<ResponseOptions> = {}) => writeResponse({ ...ordinary, ...overrides }),
  };
};
