import type { AuditKind } from '#contract/audit.ts';
import type { Database } from '#service/database/connect.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';

/** Maximum external IDs in one entry. The histories of the tasks are complete. */
const MAX_NAMES = 100;

/**
 * Records an action on tasks as one audit event with their number (decision 0055), because an action can change ten thousand
 * tasks. The histories of the tasks contain the details.
 */
export const auditTasks = async (
  trx: Database,
  actor: AuditedActor,
  kind: Extract<AuditKind, `task.${string}`>,
  tasks: readonly { task_id: string; external_id: string }[],
): Promise<void> => {
  const [first] = tasks;
  if (!first) return;
  const externalIds = tasks.slice(0, MAX_NAMES).map(({ external_id }) => external_id);
  await recordAudit(trx, actor, {
    kind,
    ...(tasks.length === 1 && { target: { type: 'task', id: first.task_id, name: first.external_id } }),
    details: { count: tasks.length, externalIds },
  });
};
