import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { groupPermissions } from './permission-groups.ts';
import { parseRolesSearch } from './roles-search.ts';

const permissions = ['Users.Manage', 'Ghosts.See', 'Tasks.Read'].map((name) => ({
  name,
  description: name,
  isTenantWideOnly: false,
}));

test('every permission stands in one group, and one that is unknown at the end', () => {
  const groups = groupPermissions(permissions);
  const shown = groups.flatMap((group) => group.permissions.map(({ name }) => name));
  assert.deepEqual(shown.toSorted(), permissions.map(({ name }) => name).toSorted());
  assert.deepEqual(
    groups.at(-1)?.permissions.map(({ name }) => name),
    ['Ghosts.See'],
  );
  assert.deepEqual(groupPermissions([]), []);
});

test('the role that is open stands in the address', () => {
  assert.deepEqual(parseRolesSearch({ role: 'new' }), { role: 'new' });
  assert.deepEqual(parseRolesSearch({ role: 7 }), { role: 7 });
  for (const role of ['7', -1, 1.5, null, {}]) assert.deepEqual(parseRolesSearch({ role }), {});
});

test('an administrator makes a role of the own teams, takes it back, and makes it again', async (t) => {
  const portal = await startPortal(t, { path: '/portal/roles' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('columnheader', { name: /Inspector/ }).waitFor();
  const row = page.getByRole('row', { name: /Start tasks/ });
  assert.match((await row.innerText()).replaceAll('\n', ' '), /allowed/);
  // Every permission of the server has its place, and so its words.
  await page.getByText('Set up webhooks').waitFor();
  assert.equal(await page.getByText('Others', { exact: true }).count(), 0);
  await assertAccessibleInBothThemes(page);

  await page.getByRole('button', { name: 'New role' }).click();
  const drawer = page.getByRole('dialog', { name: 'New role' });
  await drawer.getByLabel('Name').fill('Foreman');
  assert.ok(await drawer.getByRole('checkbox', { name: /^Make people/ }).isDisabled());
  await drawer.getByRole('checkbox', { name: /^See tasks/ }).check();
  await drawer.getByRole('checkbox', { name: /^Change teams/ }).check();
  await assertAccessibleInBothThemes(page);
  await drawer.getByRole('button', { name: 'Save' }).click();
  const edit = page.getByRole('button', { name: 'Edit Foreman' });
  await edit.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the role' }).click();
  await edit.waitFor({ state: 'hidden' });
  await page.getByText('Role Foreman deleted').waitFor();
  await page.keyboard.press('Control+z');
  await edit.waitFor();
  portal.assertQuiet();
});
