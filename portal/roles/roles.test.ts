import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { groupPermissions } from './permission-groups.ts';
import { parseRolesSearch } from './roles-search.ts';

const permissions = ['Users.Manage', 'Unknown.Permission', 'Tasks.Read'].map((name) => ({
  name,
  description: name,
  isTenantWideOnly: false,
}));

test('every permission is in exactly one group, and unknown ones come last', () => {
  const groups = groupPermissions(permissions);
  const names = groups.flatMap((group) => group.permissions.map(({ name }) => name));
  assert.deepEqual(names.toSorted(), permissions.map(({ name }) => name).toSorted());
  assert.deepEqual(
    groups.at(-1)?.permissions.map(({ name }) => name),
    ['Unknown.Permission'],
  );
  assert.deepEqual(groupPermissions([]), []);
});

test('the open role is stored in the URL', () => {
  assert.deepEqual(parseRolesSearch({ role: 'new' }), { role: 'new' });
  assert.deepEqual(parseRolesSearch({ role: 7 }), { role: 7 });
  for (const role of ['7', -1, 1.5, null, {}]) assert.deepEqual(parseRolesSearch({ role }), {});
});

test('an administrator creates a role for users’ own teams, deletes it and restores it with undo', async (t) => {
  const portal = await startPortal(t, { path: '/portal/roles' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('columnheader', { name: /Inspector/ }).waitFor();
  const row = page.getByRole('row', { name: /Start, answer/ });
  assert.match((await row.innerText()).replaceAll('\n', ' '), /allowed/);
  // The server's permissions are all in a group, and each has a description.
  await page.getByText('Set up webhooks').waitFor();
  assert.equal(await page.getByText('Other', { exact: true }).count(), 0);
  await assertAccessibleInBothThemes(page);

  await page.getByRole('button', { name: 'New role' }).click();
  const drawer = page.getByRole('dialog', { name: 'New role' });
  await drawer.getByLabel('Name').fill('Foreman');
  assert.ok(await drawer.getByRole('checkbox', { name: /^Create and invite people/ }).isDisabled());
  await drawer.getByRole('checkbox', { name: /^View tasks/ }).check();
  await drawer.getByRole('checkbox', { name: /^Edit teams/ }).check();
  await assertAccessibleInBothThemes(page);
  await drawer.getByRole('button', { name: 'Save' }).click();
  const editButton = page.getByRole('button', { name: 'Edit Foreman' });
  await editButton.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete role' }).click();
  await editButton.waitFor({ state: 'hidden' });
  await page.getByText('Role Foreman deleted').waitFor();
  await page.keyboard.press('Control+z');
  await editButton.waitFor();
  portal.assertNoPageErrors();
});
