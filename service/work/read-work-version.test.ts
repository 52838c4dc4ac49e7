import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { run } from '#service/database/statement.ts';
import { createTask } from '#service/testing/create-task.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';

test("a version can be read as long as the user's tasks or inspections use it, but not by other organisations", async (t) => {
  const service = await startService(t);
  const { database, organisation } = service;
  const { tenantId, versionIds, workbookIds, userIds } = organisation;
  const path = `/api/v1/work/versions/${versionIds.Railing}`;
  const [anna, bram] = [await service.as('anna'), await service.as('bram')];
  const response = await anna.get(path);
  assert.equal(response.status, 200);
  assert.deepEqual(
    [response.body.id, response.body.definitionId, response.body.title, response.headers.get('etag')],
    [versionIds.Railing, workbookIds.Railing, 'Railing check', `"${response.body.revision}"`],
  );
  assert.deepEqual(
    response.body.fields.map(({ name }: { name: string }) => name),
    ['Height', 'Remark'],
  );
  assert.equal((await (await service.asOtherTenant('anna')).get(path)).status, 404);
  assert.equal((await anna.get(`/api/v1/work/versions/${randomUUID()}`)).status, 404);
  assert.equal((await anna.get('/api/v1/work/versions/Railing')).status, 404);
  assert.equal((await (await service.as('viewer')).get(path)).status, 403);

  const change = (statement: string, ...values: unknown[]) =>
    run(database.db, statement, [tenantId, ...values]);
  const taskId = await createTask(service);
  await change('delete from team_workbook where tenant_id = $1');
  await change('update workbook_version set is_published = false, is_deleted = true where tenant_id = $1');
  assert.deepEqual([(await anna.get(path)).status, (await bram.get(path)).status], [200, 200]);
  assert.equal((await anna.post(`/api/v1/tasks/${taskId}/start`)).status, 201);
  await change('delete from group_member where tenant_id = $1 and user_id = any($2::bigint[])', [
    userIds.anna,
    userIds.bram,
  ]);
  service.services.actors.clear();
  assert.deepEqual([(await anna.get(path)).status, (await bram.get(path)).status], [200, 404]);
});

test("a version contains the titles of its follow-up tasks' workbooks, resolved the same way as for tasks", async (t) => {
  const service = await startService(t);
  const { database, organisation } = service;
  const createFailingField = (name: string, workbook: string): Field => ({
    ...{ name, type: 'boolean', failWhen: '. = false()', followUp: { workbook } },
  });
  const fields = [
    createFailingField('Railing', 'railing'),
    { name: 'Parts', type: 'repeat', fields: [createFailingField('Bridge', 'BridgeInspection')] } as Field,
    createFailingField('Again', 'railing'),
    createFailingField('Titled', 'Railing check'),
    createFailingField('Unknown', 'Nothing'),
  ];
  await addWorkbook(database.db, organisation, { name: 'Quay', fields });
  const path = `/api/v1/work/versions/${organisation.versionIds.Quay}`;
  const { workbookTitles } = (await (await service.as('anna')).get(path)).body;
  assert.deepEqual(workbookTitles, {
    railing: 'Railing check',
    BridgeInspection: 'Bridge inspection',
    'Railing check': 'Railing check',
  });
  const otherPath = `/api/v1/work/versions/${organisation.versionIds.Railing}`;
  assert.deepEqual((await (await service.as('anna')).get(otherPath)).body.workbookTitles, {});
});
