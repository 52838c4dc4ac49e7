import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { createTokenCommand } from './create-token-command.ts';
import { parsePeopleSearch, parsePersonSearch } from './people-search.ts';

test('the people list’s filters are stored in the URL', () => {
  const search = {
    text: 'anna',
    role: 'Inspector',
    isActive: true,
    isService: false,
    sort: '-name',
  } as const;
  assert.deepEqual(parsePeopleSearch({ ...search, new: 'person', colour: 'red' }), {
    ...search,
    new: 'person',
  });
  assert.deepEqual(parsePeopleSearch({ isActive: 'maybe', sort: 'password', new: 'robot', teamId: 7 }), {});
  assert.deepEqual(parsePersonSearch({ tab: 'tokens' }), { tab: 'tokens' });
  assert.deepEqual(parsePersonSearch({ tab: 'profile' }), {});
});

test('the command for trying out an API token contains the server URL', () => {
  assert.equal(
    createTokenCommand('https://ronda.example.org/x', { clientId: 'a', clientSecret: 'b' }),
    'curl -s https://ronda.example.org/x/token -d grant_type=client_credentials -d client_id=a -d client_secret=b',
  );
});

test('an administrator creates a person, creates an invitation link and assigns another role', async (t) => {
  const portal = await startPortal(t, { path: '/portal/people' });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('link', { name: 'anna' }).first().waitFor();
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New person' });
  await dialog.getByLabel('User name').fill('anna');
  await dialog.getByLabel('First name').fill('Dirk');
  await dialog.getByRole('button', { name: 'Create and invite' }).click();
  await dialog
    .getByText(/There is already a user/i)
    .first()
    .waitFor();
  await dialog.getByLabel('User name').fill('dirk');
  await dialog.getByLabel('Surname').fill('de Boer');
  await dialog.getByRole('button', { name: 'Create and invite' }).click();

  await page.getByRole('heading', { name: 'Dirk de Boer', level: 1 }).waitFor();
  assert.match(page.url(), /tab=sign-in/);
  await page.getByRole('button', { name: 'Create invitation link' }).click();
  const link = await page.getByRole('textbox', { name: 'Link to set a password' }).inputValue();
  assert.match(link, /\/choose-password/);
  await page.getByText('Invitation valid until').waitFor();
  await assertAccessibleInBothThemes(page);

  await page.getByRole('tab', { name: 'Roles' }).click();
  await page.getByRole('checkbox', { name: /^Planner/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Roles of Dirk de Boer updated').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('checkbox', { name: /^Planner/, checked: false }).waitFor();
  portal.assertNoPageErrors();
});

test('an administrator creates an API token whose secret is shown once, uses it and revokes it', async (t) => {
  const portal = await startPortal(t, { path: '/portal/people?isService=true&new=service' });
  if (!portal) return;
  const { page, service } = portal;
  const dialog = page.getByRole('dialog', { name: 'New service user' });
  await dialog.getByLabel('User name').fill('gis');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Map');
  await dialog.getByRole('button', { name: 'Create and add token' }).click();
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Label').fill('Map, test');
  await page.getByRole('button', { name: 'Create token' }).click();
  const createdDialog = page.getByRole('dialog', { name: 'Token created' });
  const [id, secret] = [
    createdDialog.getByRole('textbox', { name: 'Client ID' }),
    createdDialog.getByRole('textbox', { name: 'Client secret' }),
  ];
  const form = {
    grant_type: 'client_credentials',
    client_id: await id.inputValue(),
    client_secret: await secret.inputValue(),
  };
  await assertAccessibleInBothThemes(page);
  const response = await page.request.post(`${service.url}/token`, { form });
  assert.equal(response.status(), 200);
  await createdDialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: /Map, test/ });
  await row.waitFor();
  assert.equal(await page.getByText(form.client_secret).count(), 0);
  await row.getByRole('button', { name: 'Revoke Map, test' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('heading', { name: 'No API tokens yet' }).waitFor();
  assert.equal((await page.request.post(`${service.url}/token`, { form })).status(), 400);
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});
