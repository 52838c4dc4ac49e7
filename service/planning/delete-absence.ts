import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { isUuid } from '#service/http/ids.ts';
import type { Actor } from '#service/identity/actor.ts';
import { requireManageableScope, requireUserInScope } from './person-scope.ts';
import { absenceNotFound } from './planning-problems.ts';

export const deleteAbsence = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { userId, absenceId }: { userId: number; absenceId: string },
): Promise<void> => {
  const scope = requireManageableScope(actor);
  await requireUserInScope(trx, scope, userId);
  const deletedRows = isUuid(absenceId)
    ? await run(
        trx,
        'delete from absence where tenant_id = $1 and user_id = $2 and absence_id = $3 returning absence_id',
        [scope.tenantId, userId, absenceId],
      )
    : [];
  if (deletedRows.length === 0) throw absenceNotFound(absenceId);
};
