import { run } from '#service/database/statement.ts';
import { planTask } from './plan-task.ts';
import type { TestService } from './start-service.ts';

/** Creates a task as if a planner had done so five hours ago, and returns its ID. */
export const createTask = async (
  service: TestService,
  overrides: Record<string, unknown> = {},
): Promise<string> => {
  const taskId = await planTask(service, await service.as('coordinator'), overrides);
  await run(
    service.database.db,
    `update task set created_at = now() - interval '5 hours' where tenant_id = $1 and task_id = $2`,
    [service.organisation.tenantId, taskId],
  );
  return taskId;
};
