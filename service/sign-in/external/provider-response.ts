import { inTransaction } from '#service/database/in-transaction.ts';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { denySignIn } from './deny-sign-in.ts';
import { oauth2Identity } from './oauth2.ts';
import { oidcIdentity } from './oidc.ts';
import { type SignInAttempt, storeResponse } from './sign-in-attempt.ts';
import { callbackOf, decryptClientSecret } from './start-sign-in.ts';
import type { VerifiedIdentity } from './verified-identity.ts';
import type { Verifier } from './verify-in-thread.ts';
import { assertedIdentity, consumeAssertion, expectedValues } from './ws-federation.ts';

/** Verifies the response with which a browser returns from a provider. WS-Federation responses were verified when posted. */
export const verifyProviderResponse = async (
  { clients, encryption }: SignInServices,
  provider: LoginProvider,
  attempt: SignInAttempt,
  { base, state, query }: { base: string; state: string; query: string },
): Promise<VerifiedIdentity> => {
  if (provider.type === 'wsfederation') return storedIdentity(attempt);
  const client = await clients(provider, decryptClientSecret(encryption, provider)).catch(denySignIn);
  const identify = provider.type === 'oidc' ? oidcIdentity : oauth2Identity;
  const url = new URL(`${callbackOf(base)}${query}`);
  return identify(client, provider, attempt, { url, state }).catch(denySignIn);
};

const storedIdentity = ({ identity }: SignInAttempt): VerifiedIdentity => {
  if (identity === null) throw new SignInDeniedError('the provider has not responded yet');
  if ('refused' in identity) throw new SignInDeniedError(identity.refused);
  return identity;
};

/**
 * Verifies a posted response, and stores the identity or the reason for rejecting it until the browser returns with its cookie,
 * which browsers do not send with a cross-site post (L6). Returns the state for the return address, or undefined if a response
 * was already stored.
 */
export const storePostedResponse = async (
  { db, now }: SignInServices,
  provider: LoginProvider,
  { base, state, wresult }: { base: string; state: string; wresult: string },
  verifier: Verifier,
): Promise<string | undefined> => {
  try {
    const callback = callbackOf(base);
    const expected = expectedValues(provider, { base, callback, now: new Date(now()) });
    const assertion = await verifier.verify({ message: wresult, expected });
    const identity = assertedIdentity(provider, assertion);
    return await inTransaction(db, async (trx) => {
      await consumeAssertion(trx, provider, assertion);
      return storeResponse(trx, state, identity);
    });
  } catch (error) {
    if (!(error instanceof SignInDeniedError)) throw error;
    return storeResponse(db, state, { refused: error.message });
  }
};
