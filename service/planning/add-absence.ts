import { type Absence, absenceLimits, type NewAbsence } from '#contract/absence.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Actor } from '#service/identity/actor.ts';
import { requireManageableScope, requireUserInScope } from './person-scope.ts';
import { invalidAbsence, tooManyAbsences } from './planning-problems.ts';

export const addAbsence = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { userId, absenceId, input }: { userId: number; absenceId: string; input: NewAbsence },
): Promise<Absence> => {
  const scope = requireManageableScope(actor);
  await requireUserInScope(trx, scope, userId);
  const { from, to, reason = null } = input;
  const { days } = Temporal.PlainDate.from(from).until(to);
  if (days < 0 || days > absenceLimits.days) throw invalidAbsence(from, to);
  const insertedRows = await run(
    trx,
    `insert into absence (tenant_id, absence_id, user_id, first_day, last_day, reason)
     select tenant_id, $2, user_id, $4, $5, $6 from app_user
     where tenant_id = $1 and user_id = $3 and (select count(*) from absence where tenant_id = $1 and user_id = $3) < $7
     returning absence_id`,
    [scope.tenantId, absenceId, userId, from, to, reason, absenceLimits.perPerson],
  );
  if (insertedRows.length === 0) throw tooManyAbsences();
  return { id: absenceId, from, to, reason };
};
