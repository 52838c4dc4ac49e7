import type { DatabaseTransaction } from '#service/database/connect.ts';
import { hasRow, run } from '#service/database/statement.ts';
import { requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { requireUserPermissions } from '#service/identity/require-permissions.ts';
import { lockUser } from '#service/identity/users/user-row.ts';
import { identityAlreadyLinked, linkRequestNotFound } from './link-problems.ts';
import { consumeLinkRequest } from './link-request.ts';

export type LinkRequestKey = { userId: number; requestId: string };

/**
 * Links the requested identity to its user, who can then sign in with it. The actor must have all of the user's
 * permissions: the link grants access as that user (docs/contribute/decisions/0026-granting-permissions.md).
 */
export const confirmLink = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { userId, requestId }: LinkRequestKey,
): Promise<void> => {
  const { tenantId } = requireScope(actor, 'SignIn.Manage');
  const user = await lockUser(trx, tenantId, userId);
  await requireUserPermissions(trx, actor, user);
  const request = await consumeLinkRequest(trx, { tenantId, userId, requestId });
  if (!request) throw linkRequestNotFound(requestId);
  const { providerId, provider, issuer, subject } = request;
  if (issuer === null) {
    await run(
      trx,
      'insert into confirmed_name (tenant_id, provider_id, user_id) values ($1, $2, $3) on conflict do nothing',
      [tenantId, providerId, userId],
    );
  } else {
    const identity = [tenantId, issuer, subject, userId];
    // The subject may already have been linked by name before the user became an administrator.
    const isConfirmed = await hasRow(
      trx,
      `update external_identity set is_confirmed = true
       where tenant_id = $1 and issuer = $2 and subject = $3 and user_id = $4 returning subject`,
      identity,
    );
    const isLinked =
      isConfirmed ||
      (await hasRow(
        trx,
        `insert into external_identity (tenant_id, issuer, subject, user_id, is_confirmed) values ($1, $2, $3, $4, true)
             on conflict do nothing returning subject`,
        identity,
      ));
    if (!isLinked) throw identityAlreadyLinked(issuer);
  }
  await recordAudit(trx, actor, {
    kind: 'identity.linked',
    target: { type: 'user', id: userId, name: user.userName },
    details: { by: provider, issuer, subject, isConfirmed: true },
  });
};

/** Deletes a link request. The account at the provider still cannot sign in. */
export const rejectLink = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { userId, requestId }: LinkRequestKey,
): Promise<void> => {
  const { tenantId } = requireScope(actor, 'SignIn.Manage');
  const user = await lockUser(trx, tenantId, userId);
  const request = await consumeLinkRequest(trx, { tenantId, userId, requestId });
  if (!request) throw linkRequestNotFound(requestId);
  const { provider, issuer, subject } = request;
  await recordAudit(trx, actor, {
    kind: 'identity.link-rejected',
    target: { type: 'user', id: userId, name: user.userName },
    details: { by: provider, issuer, subject },
  });
};
