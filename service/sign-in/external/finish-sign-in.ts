import { inTransaction, inTransactionIfSaved } from '#service/database/in-transaction.ts';
import { type AuditOrigin, recordAudit } from '#service/identity/audit/record-audit.ts';
import { recordSignIn } from '#service/identity/audit/record-sign-in.ts';
import { endReplacedSession } from '#service/identity/sessions/end-session.ts';
import { openSession } from '#service/identity/sessions/session.ts';
import { issueToken } from '#service/identity/tokens/access-token.ts';
import { requestLink } from '#service/sign-in/linking/link-request.ts';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { SignInDeniedError } from '#service/sign-in/sign-in-denied-error.ts';
import type { SignInServices } from '#service/sign-in/sign-in-services.ts';
import { type IdentifiedUser, identifyUser } from './identify-user.ts';
import type { VerifiedIdentity } from './verified-identity.ts';

type SignInCredential = { accessToken: string } | { sessionToken: string };

/** A new session replaces the browser's previous one. If this throws, nothing has changed. */
export const finishSignIn = async (
  { db, actors, countSignIn, newId }: SignInServices,
  provider: LoginProvider,
  identity: VerifiedIdentity,
  {
    purpose,
    origin,
    replacedSession,
  }: { purpose: 'token' | 'session'; origin: AuditOrigin; replacedSession: string | undefined },
): Promise<SignInCredential> => {
  const { tenantId, name: loginProvider } = provider;
  const credential = await inTransaction(db, async (trx) => {
    const { userId, userName } = await identifyUser(trx, provider, identity, origin);
    const actor = { tenantId, userId, userName, clientId: null, origin };
    await recordSignIn(trx, actor, { by: loginProvider, session: purpose === 'session' });
    if (purpose === 'token') {
      const token = await issueToken(trx, { tenantId, userId, clientId: null, loginProvider });
      return token && { accessToken: token.accessToken };
    }
    const user = { tenantId, userId, passwordHash: null };
    const sessionToken = await openSession(trx, user, { sessionId: newId(), loginProvider, origin });
    if (sessionToken === undefined) return undefined;
    await endReplacedSession(trx, replacedSession, origin);
    return { sessionToken };
  });
  // The user has been disabled concurrently.
  if (!credential) throw new SignInDeniedError('this user is disabled', { userName: identity.userName });
  // The sign-in may have changed roles.
  actors.clear();
  countSignIn(provider.type, 'succeeded');
  return credential;
};

/** Finds the user that an identity would sign in as, and rolls back all changes. */
export const simulateSignIn = async (
  { db }: SignInServices,
  provider: LoginProvider,
  identity: VerifiedIdentity,
  origin: AuditOrigin,
): Promise<IdentifiedUser> => {
  const { user } = await inTransactionIfSaved(db, async (trx) => ({
    user: await identifyUser(trx, provider, identity, origin),
    isSaved: false,
  }));
  return user;
};

/** Records the reason only in the audit log (L9). Adds a link request if an administrator has to confirm the link. */
export const recordDenial = async (
  { db, countSignIn, newId }: SignInServices,
  provider: LoginProvider,
  { message, userName, unconfirmedLink }: SignInDeniedError,
  origin: AuditOrigin,
): Promise<void> => {
  const { tenantId, name, type } = provider;
  countSignIn(type, 'failed');
  if (unconfirmedLink !== undefined) await requestLink(db, provider, unconfirmedLink, newId());
  await recordAudit(
    db,
    { tenantId, userId: null, userName, clientId: null, origin },
    { kind: 'sign-in.failed', details: { by: name, reason: message } },
  );
};
