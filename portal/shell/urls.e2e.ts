import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPortal } from '#portal/testing/open-portal.ts';
import { addPerson } from '#service/testing/organisation.ts';

test('unknown search parameters are ignored', async (t) => {
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/tasks?sort=bogus&text=railing&utm_source=mail',
    prepare: async (service) => {
      const task = { title: 'Railing', teamName: 'Bridges', workbookName: 'BridgeInspection' };
      assert.equal((await (await service.as('coordinator')).post('/api/v1/tasks', task)).status, 201);
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  const open = (path: string) => page.goto(service.url + path);
  await page.getByText('1 task', { exact: true }).waitFor();

  // If no filter is valid, the default view is shown.
  await open('/portal/tasks?utm_source=mail');
  await page.waitForURL(/tasks\?state=/);
  await page.getByText('1 task', { exact: true }).waitFor();
  await open('/portal/map?utm_source=mail');
  await page.waitForURL(/map\?state=/);
  await open('/portal/inspections?utm_source=mail&state=Bogus');
  await page.getByRole('heading', { name: 'No matching inspections' }).waitFor();
  await open('/portal/tasks?state=Active&text=%00&property=:&assigneeId=1e99');
  await page.waitForURL(/tasks\?state=/);
  await open('/portal/board?view=bogus&date=2026-02-30&utm_source=mail');
  await page.getByText('Railing').first().waitFor();
  portal.assertNoPageErrors();
});

test('a user without permission to read tasks starts on the first page in their menu', async (t) => {
  const portal = await startPortal(t, {
    userName: 'officer',
    path: '/portal',
    prepare: async ({ as, database, organisation }) => {
      const role = { name: 'Personnel', isTenantWide: true, permissions: ['Users.Manage'] };
      assert.equal((await (await as('admin')).post('/api/v1/roles', role)).status, 201);
      organisation.userIds.nobody = await addPerson(database.db, organisation, {
        userName: 'nobody',
        role: 'None',
      });
      organisation.userIds.officer = await addPerson(database.db, organisation, {
        userName: 'officer',
        role: 'Personnel',
      });
    },
  });
  if (!portal) return;
  await portal.page.waitForURL(/portal\/people$/);
  await portal.page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  const nobody = await portal.open('/portal', 'nobody');
  await nobody.getByRole('heading', { name: 'You do not have access to the portal', level: 1 }).waitFor();
  // Without permission to read changes, the user gets no live updates.
  assert.equal(await portal.page.getByText(/^(Not live|Live)$/).count(), 0);
  for (const path of ['/portal/people/abc', '/portal/sign-in-settings/new/foo']) {
    await portal.page.goto(portal.service.url + path);
    await portal.page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
  }
  portal.assertNoPageErrors();
});
