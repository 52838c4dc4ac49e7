import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { type Author, recordAudit } from '#service/identity/audit/record-audit.ts';
import { mustHoldWhatUserHolds } from '#service/identity/must-hold.ts';
import { lockUser } from '#service/identity/users/user-row.ts';
import { identityAlreadyLinked, linkRequestNotFound } from './link-problems.ts';
import { takeLinkRequest } from './link-request.ts';

type Place = { userId: number; requestId: string };

/**
 * Links the identity of a request to its user, who signs in by it from now on. That is a way to sign in as this user, so the
 * author must hold everything that the user holds (docs/decisions/0026-who-may-give-what.md).
 */
export const confirmLink = async (
  trx: DatabaseTransaction,
  author: Author,
  { userId, requestId }: Place,
): Promise<void> => {
  const { tenantId } = scopeOf(author, 'SignIn.Manage');
  const user = await lockUser(trx, tenantId, userId);
  await mustHoldWhatUserHolds(trx, author, user);
  const request = await takeLinkRequest(trx, { tenantId, userId, requestId });
  if (!request) throw linkRequestNotFound(requestId);
  const { providerId, provider, issuer, subject } = request;
  if (issuer === null) {
    await run(
      trx,
      'insert into confirmed_name (tenant_id, provider_id, user_id) values ($1, $2, $3) on conflict do nothing',
      [tenantId, providerId, userId],
    );
  } else {
    // The subject may be linked already, by name, since before the user became an administrator.
    const confirmed = await run(
      trx,
      `update external_identity set is_confirmed = true
       where tenant_id = $1 and issuer = $2 and subject = $3 and user_id = $4 returning subject`,
      [tenantId, issuer, subject, userId],
    );
    const linked =
      confirmed.length > 0
        ? confirmed
        : await run(
            trx,
            `insert into external_identity (tenant_id, issuer, subject, user_id, is_confirmed) values ($1, $2, $3, $4, true)
             on conflict do nothing returning subject`,
            [tenantId, issuer, subject, userId],
          );
    if (linked.length === 0) throw identityAlreadyLinked(issuer);
  }
  await recordAudit(trx, author, {
    kind: 'identity.linked',
    on: { type: 'user', id: userId, name: user.user_name },
    details: { by: provider, issuer, subject, isConfirmed: true },
  });
};

/** Removes a request. Its account still cannot sign in. */
export const rejectLink = async (
  trx: DatabaseTransaction,
  author: Author,
  { userId, requestId }: Place,
): Promise<void> => {
  const { tenantId } = scopeOf(author, 'SignIn.Manage');
  const user = await lockUser(trx, tenantId, userId);
  const request = await takeLinkRequest(trx, { tenantId, userId, requestId });
  if (!request) throw linkRequestNotFound(requestId);
  const { provider, issuer, subject } = request;
  await recordAudit(trx, author, {
    kind: 'identity.link-rejected',
    on: { type: 'user', id: userId, name: user.user_name },
    details: { by: provider, issuer, subject },
  });
};
