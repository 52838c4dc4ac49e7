import { inTransaction } from '#service/database/in-transaction.ts';
import { type Origin, recordAudit } from '#service/identity/audit/record-audit.ts';
import { recordSignIn } from '#service/identity/audit/record-sign-in.ts';
import { endReplacedSession } from '#service/identity/sessions/end-session.ts';
import { openSession } from '#service/identity/sessions/session.ts';
import { issueToken } from '#service/identity/tokens/access-token.ts';
import { requestLink } from '#service/sign-in/linking/link-request.ts';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { SignInRefused } from '#service/sign-in/sign-in-refused.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { type IdentifiedUser, identifyUser } from './identify-user.ts';
import type { VerifiedIdentity } from './verified-identity.ts';

/** What somebody whose identity is verified gets: an access token, or what a session's cookie says. */
export type Earned = { accessToken: string } | { sessionToken: string };

/**
 * Lets somebody in whom a provider has identified, or refuses: all of it or nothing. A session takes the place of the one
 * that the browser had.
 */
export const finishSignIn = async (
  { db, actors, countSignIn, newId }: SignInServices,
  provider: LoginProvider,
  identity: VerifiedIdentity,
  {
    purpose,
    origin,
    replaced,
  }: { purpose: 'token' | 'session'; origin: Origin; replaced: string | undefined },
): Promise<Earned> => {
  const { tenantId, name: loginProvider } = provider;
  const earned = await inTransaction(db, async (trx) => {
    const { userId, userName } = await identifyUser(trx, provider, identity, origin);
    const by = { tenantId, userId, userName, clientId: null, origin };
    await recordSignIn(trx, by, { by: loginProvider, session: purpose === 'session' });
    if (purpose === 'token') {
      const issued = await issueToken(trx, { tenantId, userId, clientId: null, loginProvider });
      return issued && { accessToken: issued.accessToken };
    }
    const holder = { tenantId, userId, passwordHash: null };
    const sessionToken = await openSession(trx, holder, { sessionId: newId(), loginProvider, origin });
    if (sessionToken === undefined) return undefined;
    await endReplacedSession(trx, replaced, origin);
    return { sessionToken };
  });
  // The user was disabled in this moment.
  if (!earned) throw new SignInRefused('this user is disabled', { userName: identity.userName });
  // Roles may have changed with the sign-in.
  actors.forget();
  countSignIn(provider.type, 'succeeded');
  return earned;
};

class OnlyTried extends Error {}

/** Who somebody would be, were they let in; nothing of it is kept. */
export const trySignIn = async (
  { db }: SignInServices,
  provider: LoginProvider,
  identity: VerifiedIdentity,
  origin: Origin,
): Promise<IdentifiedUser> => {
  let user: IdentifiedUser | undefined;
  try {
    await inTransaction(db, async (trx) => {
      user = await identifyUser(trx, provider, identity, origin);
      throw new OnlyTried();
    });
  } catch (error) {
    if (!(error instanceof OnlyTried)) throw error;
  }
  return user!;
};

/** Records why somebody was refused in the audit log only (L9), and what an administrator may confirm. */
export const recordRefusal = async (
  { db, countSignIn, newId }: SignInServices,
  provider: LoginProvider,
  { message, userName, unconfirmed }: SignInRefused,
  origin: Origin,
): Promise<void> => {
  const { tenantId, name, type } = provider;
  countSignIn(type, 'failed');
  if (unconfirmed !== undefined) await requestLink(db, provider, unconfirmed, newId());
  await recordAudit(
    db,
    { tenantId, userId: null, userName, clientId: null, origin },
    { kind: 'sign-in.failed', details: { by: name, reason: message } },
  );
};
