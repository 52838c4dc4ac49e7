import assert from 'node:assert/strict';
import type { Field } from '#contract/workbook-definition.ts';
import { run } from '#service/database/statement.ts';
import { type Caller, type CallerResponse, taskBody } from './caller.ts';
import { addWorkbook } from './organisation.ts';
import type { TestService } from './start-service.ts';

/** An inspection in progress, with its inspector. */
export type StartedInspection = {
  id: string;
  taskId: string;
  person: Caller;
  /** Answers fields and asserts that the answers were stored. */
  answer(
    answers: Record<string, unknown>,
    otherProperties?: Record<string, unknown>,
  ): Promise<CallerResponse>;
  complete(): Promise<CallerResponse>;
  read(): Promise<CallerResponse['body']>;
};

/** Publishes a workbook with these fields, creates a task for it, and starts the task as its assignee. */
export const startNewInspection = async (
  service: TestService,
  {
    fields,
    userName = 'anna',
    task = {},
    contentTypeId = null,
  }: {
    fields: readonly Field[];
    userName?: string;
    task?: Record<string, unknown>;
    contentTypeId?: string | null;
  },
): Promise<StartedInspection> => {
  const { database, organisation } = service;
  const name = `Workbook${Object.keys(organisation.workbookIds).length}`;
  await addWorkbook(database.db, organisation, { name, fields, contentTypeId });
  const body = taskBody({ workbookName: name, assignedUserName: userName, ...task });
  await (await service.as('erp')).task('post', body);
  const [row] = await run<{ task_id: string }>(
    database.db,
    'select task_id from task where tenant_id = $1 and external_id = $2 and not is_deleted',
    [organisation.tenantId, body.externalId],
  );
  const person = await service.as(userName);
  const response = await person.post(`/api/v1/tasks/${row!.task_id}/start`);
  assert.equal(response.status, 201, JSON.stringify(response.body));
  const path = `/api/v1/inspections/${response.body.id}`;
  return {
    id: response.body.id,
    taskId: row!.task_id,
    person,
    answer: async (answers, otherProperties = {}) => {
      const answerResponse = await person.request('PATCH', `${path}/answers`, {
        answers,
        ...otherProperties,
      });
      assert.equal(answerResponse.status, 200, JSON.stringify(answerResponse.body));
      return answerResponse;
    },
    complete: () => person.post(`${path}/complete`),
    read: async () => (await person.get(path)).body,
  };
};
