import type { AuditKind } from '#contract/audit.ts';
import type { Database } from '#service/database/connect.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';

/** Per audit event. */
const MAX_EXTERNAL_IDS = 100;

/** Records one audit event for all tasks (decision 0055): an action can change ten thousand of them. */
export const auditTasks = async (
  trx: Database,
  actor: AuditedActor,
  kind: Extract<AuditKind, `task.${string}`>,
  tasks: readonly { task_id: string; external_id: string }[],
): Promise<void> => {
  const [first] = tasks;
  if (!first) return;
  const externalIds = tasks.slice(0, MAX_EXTERNAL_IDS).map(({ external_id }) => external_id);
  await recordAudit(trx, actor, {
    kind,
    ...(tasks.length === 1 && { target: { type: 'task', id: first.task_id, name: first.external_id } }),
    details: { count: tasks.length, externalIds },
  });
};
