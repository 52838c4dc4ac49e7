import { inTransaction } from '#service/database/in-transaction.ts';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { SignInRefused } from '#service/sign-in/sign-in-refused.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { callbackOf, secretOf } from './begin-sign-in.ts';
import { oauth2Identity } from './oauth2.ts';
import { oidcIdentity } from './oidc.ts';
import { refusalOf } from './refusal-of.ts';
import { keepAnswer, type SignInAttempt } from './sign-in-attempt.ts';
import type { VerifiedIdentity } from './verified-identity.ts';
import type { Verifier } from './verify-in-thread.ts';
import { assertedIdentity, expectedOf, takeOnce } from './ws-federation.ts';

/**
 * Who came back from a provider with the query of the callback. An answer by WS-Federation was posted and verified before;
 * any other is verified now.
 */
export const identityOfAnswer = async (
  { clients, seal }: SignInServices,
  provider: LoginProvider,
  attempt: SignInAttempt,
  { base, state, query }: { base: string; state: string; query: string },
): Promise<VerifiedIdentity> => {
  if (provider.type === 'wsfederation') return keptIdentity(attempt);
  const client = await clients(provider, secretOf(seal, provider)).catch(refusalOf);
  const identify = provider.type === 'oidc' ? oidcIdentity : oauth2Identity;
  const url = new URL(`${callbackOf(base)}${query}`);
  return identify(client, provider, attempt, { url, state }).catch(refusalOf);
};

const keptIdentity = ({ identity }: SignInAttempt): VerifiedIdentity => {
  if (identity === null) throw new SignInRefused('the provider has not answered');
  if ('refused' in identity) throw new SignInRefused(identity.refused);
  return identity;
};

/**
 * Verifies what a provider had a browser post and keeps what it says, or why it is not believed, until the browser comes for
 * it with its cookie, which browsers do not send with a post from another site (L6). Returns the state by which it comes;
 * undefined when there was an answer before.
 */
export const takePostedAnswer = async (
  { db, now }: SignInServices,
  provider: LoginProvider,
  { base, state, wresult }: { base: string; state: string; wresult: string },
  verifier: Verifier,
): Promise<string | undefined> => {
  try {
    const callback = callbackOf(base);
    const expected = expectedOf(provider, { base, callback, now: new Date(now()) });
    const assertion = await verifier.verify({ message: wresult, expected });
    const identity = assertedIdentity(provider, assertion);
    return await inTransaction(db, async (trx) => {
      await takeOnce(trx, provider, assertion);
      return keepAnswer(trx, state, identity);
    });
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    return keepAnswer(db, state, { refused: error.message });
  }
};
