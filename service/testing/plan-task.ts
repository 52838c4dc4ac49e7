import assert from 'node:assert/strict';
import { run } from '#service/database/statement.ts';
import { type Caller, taskBody } from './caller.ts';
import type { TestService } from './start-service.ts';

/** Creates a planned task as a planner would, and returns its ID. */
export const planTask = async (
  { database, organisation }: TestService,
  caller: Caller,
  { plannedStart, plannedMinutes = null, ...overrides }: Record<string, unknown>,
): Promise<string> => {
  const { workbookName, assignedUserName, ...otherProperties } = taskBody(overrides);
  const body = { workbookName, ...otherProperties, ...(assignedUserName !== null && { assignedUserName }) };
  const response = await caller.post('/api/v1/tasks', body);
  assert.equal(response.status, 201, JSON.stringify(response.body));
  await run(
    database.db,
    'update task set planned_start = $3, planned_minutes = $4 where tenant_id = $1 and task_id = $2',
    [organisation.tenantId, response.body.id, plannedStart ?? null, plannedMinutes],
  );
  return response.body.id;
};
