import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { parseIntegrationSearch } from './integration-search.ts';

test('the feed viewer’s position is stored in the URL', () => {
  assert.deepEqual(parseIntegrationSearch({ token: '__________8', client: 'demo-erp', x: 1 }), {
    token: '__________8',
    client: 'demo-erp',
  });
  assert.deepEqual(parseIntegrationSearch({ token: '', client: ['a'], find: ' gis ' }), { find: 'gis' });
});

test('an administrator sees each application’s requests and steps through the change feed', async (t) => {
  const portal = await startPortal(t, {
    path: '/portal/integration',
    prepare: async ({ as, url }) => {
      const admin = await as('admin');
      const { body: serviceUser } = await admin.post('/api/v1/users', {
        userName: 'gis',
        isService: true,
        roles: ['Integration'],
      });
      const { body: token } = await admin.post(`/api/v1/users/${serviceUser.id}/tokens`, { label: 'Map' });
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: token.clientId,
        client_secret: token.clientSecret,
      });
      const response = await fetch(`${url}/token`, { method: 'POST', body: form });
      const { access_token: accessToken } = (await response.json()) as { access_token: string };
      await fetch(`${url}/api/v1/teams`, { headers: { authorization: `Bearer ${accessToken}` } });
    },
  });
  if (!portal) return;
  const { page } = portal;
  const command = page.getByRole('region', { name: '2. Create a task' }).locator('pre');
  await command
    .filter({ hasText: '"teamName":"Bridges","workbookName":"' })
    .filter({ hasNotText: '…' })
    .waitFor();
  const createCommand = await command.innerText();
  execFileSync('sh', ['-n', '-c', createCommand]);
  // Sending the command's body unchanged creates a task.
  const erp = await portal.service.as('erp');
  await erp.task('post', JSON.parse(/'(\{.*\})'/.exec(createCommand)![1]!));
  await page.getByRole('button', { name: 'From the start' }).click();
  await page.getByText('1 entry').waitFor();
  await page.getByRole('row', { name: /Inspect the railing/ }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('No more changes after this token').waitFor();
  assert.match(page.url(), /token=/);

  await page.getByRole('button', { name: 'Requests from Map' }).click();
  await page.getByRole('row', { name: /GET \/api\/v1\/teams/ }).waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});
