import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type AuditedBy, recordAudit } from './record-audit.ts';

/** Keeps that somebody signed in, and how; of a person also when. */
export const recordSignIn = async (
  trx: DatabaseTransaction,
  by: AuditedBy,
  details: { by: string } & Readonly<Record<string, unknown>>,
): Promise<void> => {
  if (by.clientId === null) {
    await run(trx, 'update app_user set last_signed_in_at = now() where tenant_id = $1 and user_id = $2', [
      by.tenantId,
      by.userId,
    ]);
  }
  await recordAudit(trx, by, { kind: 'sign-in.succeeded', details });
};
