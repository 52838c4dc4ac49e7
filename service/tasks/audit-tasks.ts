import type { AuditKind } from '#contract/audit.ts';
import type { Database } from '#service/database/connect.ts';
import { type Author, recordAudit } from '#service/identity/audit/record-audit.ts';

/** The external ids in one entry: enough to find the tasks, whose own histories are complete. */
const MAX_NAMES = 100;

/**
 * Records an action on tasks as one entry with their number (decision 0055): the histories of the tasks contain the
 * details, and an action can change ten thousand tasks.
 */
export const auditTasks = async (
  trx: Database,
  author: Author,
  kind: Extract<AuditKind, `task.${string}`>,
  tasks: readonly { task_id: string; external_id: string }[],
): Promise<void> => {
  const [first] = tasks;
  if (!first) return;
  const externalIds = tasks.slice(0, MAX_NAMES).map(({ external_id }) => external_id);
  await recordAudit(trx, author, {
    kind,
    ...(tasks.length === 1 && { target: { type: 'task', id: first.task_id, name: first.external_id } }),
    details: { count: tasks.length, externalIds },
  });
};
