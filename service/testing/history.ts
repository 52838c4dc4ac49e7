import assert from 'node:assert/strict';
import { run } from '#service/database/statement.ts';
import type { Caller } from './caller.ts';
import type { TestService } from './start-service.ts';

/** Reads all entries in a task's history, in pages of at most `limit`. */
export const readHistory = async (reader: Caller, taskId: string, limit = 500) => {
  // biome-ignore lint/suspicious/noExplicitAny: the details depend on the entry's kind
  const entries: any[] = [];
  for (let after = ''; ; ) {
    const { status, body } = await reader.get(`/api/v1/tasks/${taskId}/history?limit=${limit}${after}`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.ok(body.entries.length <= limit && (body.entries.length > 0 || body.next === null));
    entries.push(...body.entries);
    if (body.next === null) return entries;
    after = `&after=${body.next}`;
  }
};

const TIMESTAMP_COLUMNS = {
  task: 'created_at',
  task_event: 'happened_at',
  inspection: 'started_at',
  answer: 'answered_at',
  inspection_completion: 'completed_at',
  inspection_return: 'returned_at',
  follow_up: 'created_at',
  upload: 'arrived_at',
};

/** Updates the times of all existing events with an SQL expression in which `moment` is the current value. */
export const moveTimestamps = async (
  { database, organisation }: TestService,
  expression: string,
): Promise<void> => {
  for (const [table, column] of Object.entries(TIMESTAMP_COLUMNS)) {
    await run(
      database.db,
      `update ${table} set ${column} = ${expression.replaceAll('moment', column)} where tenant_id = $1`,
      [organisation.tenantId],
    );
  }
};

/** Moves all existing events into the past by `span`, such as `1 hour`. */
export const passTime = (service: TestService, span: string): Promise<void> =>
  moveTimestamps(service, `moment - interval '${span}'`);
