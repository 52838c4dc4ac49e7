import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { taskBody } from '#service/testing/caller.ts';
import { publishVersion } from '#service/testing/publish-version.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';

const TASK_LIST = { externalTaskIds: ['WO-1'] };

/** Creates a task for anna, starts it and cancels it. */
const createCancelledTask = async (service: TestService) => {
  const [erp, anna] = [await service.as('erp'), await service.as('anna')];
  await erp.task('post', taskBody());
  const [task] = await run<{ task_id: string }>(
    service.database.db,
    'select task_id from task where tenant_id = $1',
    [service.organisation.tenantId],
  );
  await anna.post(`/api/v1/tasks/${task!.task_id}/start`);
  await erp.task('cancel', TASK_LIST);
  return erp;
};

const rejections: {
  condition: string;
  statement: string;
  getId: (service: TestService) => unknown;
  message: RegExp;
}[] = [
  {
    condition: 'its team is no longer active',
    statement: 'update team set is_active = false where tenant_id = $1 and team_id = $2',
    getId: ({ organisation }) => organisation.teamIds.Bridges,
    message: /'Bridges' is not active/,
  },
  {
    condition: 'its workbook is no longer published',
    statement: 'update workbook_version set is_published = false where tenant_id = $1 and version_id = $2',
    getId: ({ organisation }) => organisation.versionIds.Railing,
    message: /'Railing' has no published version/,
  },
  {
    condition: 'its workbook is no longer associated with the team',
    statement: 'delete from team_workbook where tenant_id = $1 and workbook_id = $2',
    getId: ({ organisation }) => organisation.workbookIds.Railing,
    message: /'Railing' is not associated/,
  },
  {
    condition: 'its assignee is no longer active',
    statement: 'update app_user set is_active = false where tenant_id = $1 and user_id = $2',
    getId: ({ organisation }) => organisation.userIds.anna,
    message: /'anna' is not active/,
  },
  {
    condition: 'its assignee has left the team',
    statement: 'delete from group_member where tenant_id = $1 and user_id = $2',
    getId: ({ organisation }) => organisation.userIds.anna,
    message: /'anna'.*cannot be assigned tasks/,
  },
];

for (const { condition, statement, getId, message } of rejections) {
  test(`a cancelled task cannot be restarted when ${condition}`, async (t) => {
    const service = await startService(t);
    const erp = await createCancelledTask(service);
    await run(service.database.db, statement, [service.organisation.tenantId, getId(service)]);
    assert.match((await erp.taskError('restart', TASK_LIST)).message, message);
    assert.equal(((await erp.task('get', { externalId: 'WO-1' })) as { state: string }).state, 'Canceled');
  });
}

test('a task restarts with the newest published version of its workbook', async (t) => {
  const service = await startService(t);
  const erp = await createCancelledTask(service);
  await publishVersion(service, 'Railing');
  await erp.task('restart', TASK_LIST);
  const { body } = await erp.get('/api/services/custom/externaltask/getall');
  assert.deepEqual(
    [body.result.results[0].state, body.result.results[0].workbookVersionCode],
    ['Assigned', 2],
  );
});
