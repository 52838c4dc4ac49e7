import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { lockUser } from '#service/identity/users/user-row.ts';

const DELETE_EXTERNAL_IDENTITIES = statement('delete-external-identities')`
  delete from external_identity where tenant_id = $1 and user_id = $2 returning issuer`;

const DELETE_CONFIRMED_NAMES = statement('delete-confirmed-names')`
  delete from confirmed_name using login_provider
  where confirmed_name.tenant_id = $1 and confirmed_name.user_id = $2
    and login_provider.tenant_id = $1 and login_provider.provider_id = confirmed_name.provider_id
  returning login_provider.name`;

/**
 * The next sign-in with each provider links the user by name again (L11). A person gets a new subject when their
 * account, or this server's registration in Entra ID, is recreated.
 */
export const unlinkIdentities = async (trx: DatabaseTransaction, actor: AuditedActor, userId: number) => {
  const { tenantId } = requireScope(actor, 'SignIn.Manage');
  const { userName } = await lockUser(trx, tenantId, userId);
  const identities = await run(trx, DELETE_EXTERNAL_IDENTITIES, [tenantId, userId]);
  const confirmedNames = await run(trx, DELETE_CONFIRMED_NAMES, [tenantId, userId]);
  if (identities.length === 0 && confirmedNames.length === 0) return;
  await recordAudit(trx, actor, {
    kind: 'identity.unlinked',
    target: { type: 'user', id: userId, name: userName },
    details: {
      issuers: identities.map(({ issuer }) => issuer),
      ...(confirmedNames.length > 0 && { providers: confirmedNames.map(({ name }) => name) }),
    },
  });
};
