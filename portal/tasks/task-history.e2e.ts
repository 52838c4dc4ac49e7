import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { type StartedInspection, startNewInspection } from '#service/testing/start-new-inspection.ts';
import type { TestService } from '#service/testing/start-service.ts';

/** Creates a task with two bridges and edits several of its fields. */
const createEditedTask = async (service: TestService): Promise<string> => {
  const [admin, planner] = [await service.as('admin'), await service.as('coordinator')];
  const { userIds, itemIds } = service.organisation;
  const renaming = await admin.request(
    'PATCH',
    `/api/v1/users/${userIds.bram}`,
    { name: 'Bram', surname: 'Bakker' },
    { 'if-match': '*' },
  );
  assert.equal(renaming.status, 200, JSON.stringify(renaming.body));
  const task = await planner.post('/api/v1/tasks', {
    title: 'Inspect the bridge',
    teamName: 'Bridges',
    workbookName: 'BridgeInspection',
    itemsToInspect: [itemIds['BR-001'], itemIds['BR-002']],
    customProperties: { Urgent: false },
  });
  assert.equal(task.status, 201, JSON.stringify(task.body));
  const edit = await planner.request(
    'PATCH',
    `/api/v1/tasks/${task.body.id}`,
    {
      assigneeId: userIds.bram,
      priority: 'urgent',
      plannedMinutes: 75,
      itemIds: [itemIds['BR-002']],
      customProperties: { Urgent: true },
    },
    { 'if-match': '*' },
  );
  assert.equal(edit.status, 200, JSON.stringify(edit.body));
  return task.body.id;
};

test('a task’s history shows names and translated values instead of codes', async (t) => {
  let taskId = '';
  const portal = await startPortal(t, {
    userName: 'coordinator',
    locale: 'nl-NL',
    prepare: async (service) => {
      taskId = await createEditedTask(service);
    },
  });
  if (!portal) return;
  const admin = await portal.service.as('admin');
  const { body } = await admin.get('/api/v1/content-types');
  const { body: itemList } = await admin.get(`/api/v1/content-types/${body.contentTypes[0].id}/items`);
  const findTitle = (externalId: string) =>
    itemList.items.find((item: { externalId: string }) => item.externalId === externalId).title;
  const page = await portal.open(`/portal/tasks/${taskId}`);
  await page.getByText('Toegewezen aan: Niet toegewezen → Bram Bakker').waitFor();
  await page.getByText(/^Prioriteit: .* → Urgent$/).waitFor();
  await page.getByText('→ 1 u 15 min').waitFor();
  await page.getByText('Urgent: Nee → Ja').waitFor();
  await page.getByText(`${findTitle('BR-001')}, ${findTitle('BR-002')} → ${findTitle('BR-002')}`).waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});

test('a task’s history names the failed question and links to the follow-up task by its title', async (t) => {
  let inspection: StartedInspection | undefined;
  const portal = await startPortal(t, {
    userName: 'coordinator',
    prepare: async (service) => {
      inspection = await startNewInspection(service, {
        fields: [
          {
            name: 'Height',
            type: 'decimal',
            label: { en: 'Height in metres', nl: 'Hoogte in meters' },
            failWhen: '. < 1',
            followUp: { workbook: 'Railing' },
          },
        ],
      });
      await inspection.answer({ Height: 0.5 });
      assert.equal((await inspection.complete()).status, 200);
    },
  });
  if (!portal || !inspection) return;
  const page = await portal.open(`/portal/tasks/${inspection.taskId}`);
  const sentence = page.getByText('Failed answer: Height in metres. Follow-up task:');
  await sentence.waitFor();
  const { body } = await (await portal.service.as('coordinator')).get('/api/v1/tasks');
  const { title } = body.tasks.find(({ id }: { id: string }) => id !== inspection!.taskId);
  await sentence.getByRole('link', { name: title }).click();
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  portal.assertNoPageErrors();
});
