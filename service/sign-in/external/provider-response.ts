import { inTransaction } from '#service/database/in-transaction.ts';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { denySignIn } from './deny-sign-in.ts';
import { type SignInAttempt, storeResponse } from './sign-in-attempt.ts';
import { buildCallbackUrl, decryptClientSecret } from './start-sign-in.ts';
import type { VerifiedIdentity } from './verified-identity.ts';
import type { Verifier } from './verify-in-thread.ts';
import { consumeAssertion, createExpectedValues, extractAssertedIdentity } from './ws-federation.ts';

/** Verifies a provider's response. WS-Federation responses were verified when they were posted. */
export const verifyProviderResponse = async (
  { createProviderClient, encryption }: SignInServices,
  provider: LoginProvider,
  attempt: SignInAttempt,
  { base, state, query }: { base: string; state: string; query: string },
): Promise<VerifiedIdentity> => {
  if (provider.type === 'wsfederation') return requireStoredIdentity(attempt);
  const clientSecret = decryptClientSecret(encryption, provider);
  const client = await createProviderClient(provider, clientSecret).catch(denySignIn);
  const verifyResponse =
    provider.type === 'oidc'
      ? (await import('./oidc.ts')).verifyOidcResponse
      : (await import('./oauth2.ts')).verifyOAuth2Response;
  const url = new URL(`${buildCallbackUrl(base)}${query}`);
  return verifyResponse(client, provider, attempt, { url, state }).catch(denySignIn);
};

const requireStoredIdentity = ({ identity }: SignInAttempt): VerifiedIdentity => {
  if (identity === null) throw new SignInDeniedError('the provider has not responded yet');
  if ('refused' in identity) throw new SignInDeniedError(identity.refused);
  return identity;
};

/**
 * Stores the identity, or the reason for rejecting it, until the browser returns with its cookie, which browsers do not
 * send with a cross-site POST (L6). Returns undefined if a response has already been stored.
 */
export const storePostedResponse = async (
  { db, now }: SignInServices,
  provider: LoginProvider,
  { base, state, wresult }: { base: string; state: string; wresult: string },
  verifier: Verifier,
): Promise<string | undefined> => {
  try {
    const callback = buildCallbackUrl(base);
    const expected = createExpectedValues(provider, { base, callback, now: new Date(now()) });
    const assertion = await verifier.verify({ message: wresult, expected });
    const identity = extractAssertedIdentity(provider, assertion);
    return await inTransaction(db, async (trx) => {
      await consumeAssertion(trx, provider, assertion);
      return storeResponse(trx, state, identity);
    });
  } catch (error) {
    if (!(error instanceof SignInDeniedError)) throw error;
    return storeResponse(db, state, { refused: error.message });
  }
};
