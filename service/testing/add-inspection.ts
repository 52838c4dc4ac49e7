import { randomUUID } from 'node:crypto';
import type { Field } from '#contract/workbook-definition.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import type { Organisation } from './organisation.ts';

type Result = { answers?: Answers; comments?: object; failures?: string[] };

/** An inspection, without a task unless `taskId` is set, and completed if it has a result. */
export type InspectionInput = {
  workbook?: string;
  team?: string;
  user?: string;
  taskId?: string;
  startedAt?: string;
  /** Defaults to an hour after the start. */
  completedAt?: string;
  /** The result of an inspection without items. `items` holds the results by external ID. */
  result?: Result;
  items?: Record<string, Result>;
  approvedBy?: string;
};

const HOUR_MS = 3_600_000;

/** Inserts an inspection directly into the tables and returns its ID. */
export const addInspection = async (
  db: Database,
  { tenantId, versionIds, teamIds, userIds, itemIds }: Organisation,
  input: InspectionInput = {},
): Promise<string> => {
  const { workbook = 'Railing', team = 'Bridges', user = 'anna', taskId, result, items, approvedBy } = input;
  const inspectionId = randomUUID();
  const startedAt = new Date(input.startedAt ?? '2026-03-01T08:00:00Z');
  const results = items ? Object.entries(items) : result ? [[null, result] as const] : [];
  const endedAt =
    results.length === 0 ? null : new Date(input.completedAt ?? startedAt.getTime() + HOUR_MS).toISOString();
  const failed = results.reduce((count, [, { failures = [] }]) => count + failures.length, 0);
  await run(
    db,
    `insert into inspection (tenant_id, inspection_id, task_id, workbook_version_id, team_id, user_id, state, prefill,
                             started_at, ended_at, sent_at, modified_at, completion, failed_count, approved_at,
                             approved_by)
     values ($1, $2, $3, $4, $5, $6, case when $8::timestamptz is null then 2 else 3 end, '{}', $7, $8, $8,
             coalesce($8, $7), case when $8 is null then 0 else 1 end, $9,
             case when $10::bigint is not null then $8::timestamptz end, $10)`,
    [
      tenantId,
      inspectionId,
      taskId ?? null,
      versionIds[workbook],
      teamIds[team],
      userIds[user],
      startedAt.toISOString(),
      endedAt,
      failed,
      approvedBy === undefined ? null : userIds[approvedBy],
    ],
  );
  if (endedAt !== null) {
    await run(
      db,
      `insert into inspection_completion (tenant_id, inspection_id, completion, revision, completed_by, completed_at)
       values ($1, $2, 1, 1, $3, $4)`,
      [tenantId, inspectionId, userIds[user], endedAt],
    );
  }
  for (const [index, [externalId, { answers = {}, comments = {}, failures = [] }]] of results.entries()) {
    const itemId = externalId === null ? null : itemIds[externalId];
    if (itemId) {
      await run(
        db,
        'insert into inspection_item (tenant_id, inspection_id, item_id, position) values ($1, $2, $3, $4)',
        [tenantId, inspectionId, itemId, index + 1],
      );
    }
    await run(
      db,
      `insert into inspection_result (tenant_id, inspection_id, completion, item_position, item_id, answers, comments, failures)
       values ($1, $2, 1, $3, $4, $5, $6, $7)`,
      [
        tenantId,
        inspectionId,
        itemId ? index + 1 : 0,
        itemId,
        JSON.stringify(answers),
        JSON.stringify(comments),
        failures,
      ],
    );
  }
  return inspectionId;
};

/** Replaces the fields of a workbook version. Call this before the version is first read: versions are cached. */
export const setFields = async (
  db: Database,
  { tenantId, versionIds }: Organisation,
  workbook: string,
  fields: readonly Field[],
): Promise<void> => {
  await run(db, 'update workbook_version set fields = $3 where tenant_id = $1 and version_id = $2', [
    tenantId,
    versionIds[workbook],
    JSON.stringify(fields),
  ]);
};
