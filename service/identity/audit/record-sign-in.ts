import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type AuditEntryActor, recordAudit } from './record-audit.ts';

/** Records a successful sign-in in the audit log and, for people, its time in the user's row. */
export const recordSignIn = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  details: { by: string } & Readonly<Record<string, unknown>>,
): Promise<void> => {
  if (actor.clientId === null) {
    await run(trx, 'update app_user set last_signed_in_at = now() where tenant_id = $1 and user_id = $2', [
      actor.tenantId,
      actor.userId,
    ]);
  }
  await recordAudit(trx, actor, { kind: 'sign-in.succeeded', details });
};
