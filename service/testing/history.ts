import assert from 'node:assert/strict';
import { run } from '#service/database/statement.ts';
import type { Caller } from './caller.ts';
import type { TestService } from './start-service.ts';

/** Reads the whole history of a task, in pages of at most `limit` entries. */
export const readHistory = async (reader: Caller, taskId: string, limit = 500) => {
  // biome-ignore lint/suspicious/noExplicitAny: every kind of entry has details of its own
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

const MOMENTS = {
  task: 'created_at',
  task_event: 'happened_at',
  inspection: 'started_at',
  answer: 'answered_at',
  inspection_completion: 'completed_at',
  inspection_return: 'returned_at',
  follow_up: 'created_at',
  upload: 'arrived_at',
};

/** Moves all events so far to another time, given as an SQL expression of `moment`. */
export const moveMoments = async ({ database, organisation }: TestService, time: string): Promise<void> => {
  for (const [table, moment] of Object.entries(MOMENTS)) {
    await run(
      database.db,
      `update ${table} set ${moment} = ${time.replaceAll('moment', moment)} where tenant_id = $1`,
      [organisation.tenantId],
    );
  }
};

/** Moves all events so far into the past by `span`. */
export const passTime = (service: TestService, span: string): Promise<void> =>
  moveMoments(service, `moment - interval '${span}'`);
