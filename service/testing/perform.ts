import assert from 'node:assert/strict';
import type { Field } from '#contract/workbook-definition.ts';
import { run } from '#service/database/statement.ts';
import { type Answer, type Caller, draft } from './caller.ts';
import { addWorkbook } from './organisation.ts';
import type { TestService } from './start-service.ts';

/** An inspection under way, and the person who does it. */
export type Performing = {
  id: string;
  taskId: string;
  person: Caller;
  /** Answers fields; the reply is checked to be one that keeps them. */
  answer(answers: Record<string, unknown>, more?: Record<string, unknown>): Promise<Answer>;
  complete(): Promise<Answer>;
  read(): Promise<Answer['body']>;
};

/** Publishes a workbook of these fields, creates a task of it and lets somebody start it. */
export const perform = async (
  service: TestService,
  {
    fields,
    by = 'anna',
    task = {},
    contentTypeId = null,
  }: { fields: readonly Field[]; by?: string; task?: Record<string, unknown>; contentTypeId?: string | null },
): Promise<Performing> => {
  const { database, organisation } = service;
  const name = `Workbook${Object.keys(organisation.workbookIds).length}`;
  await addWorkbook(database.db, organisation, { name, fields, contentTypeId });
  const given = draft({ workbookName: name, assignedUserName: by, ...task });
  await (await service.as('erp')).task('post', given);
  const [row] = await run<{ task_id: string }>(
    database.db,
    'select task_id from task where tenant_id = $1 and external_id = $2 and not is_deleted',
    [organisation.tenantId, given.externalId],
  );
  const person = await service.as(by);
  const started = await person.post(`/api/v1/tasks/${row!.task_id}/start`);
  assert.equal(started.status, 201, JSON.stringify(started.body));
  const path = `/api/v1/inspections/${started.body.id}`;
  return {
    id: started.body.id,
    taskId: row!.task_id,
    person,
    answer: async (answers, more = {}) => {
      const kept = await person.request('PATCH', `${path}/answers`, { answers, ...more });
      assert.equal(kept.status, 200, JSON.stringify(kept.body));
      return kept;
    },
    complete: () => person.post(`${path}/complete`),
    read: async () => (await person.get(path)).body,
  };
};
