import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';
import { taskBody } from '#service/testing/caller.ts';
import type { TestService } from '#service/testing/start-service.ts';

/** Creates service users with one API token each. */
const createClients = async (service: TestService, count: number) => {
  const admin = await service.as('admin');
  for (let number = 10; number < 10 + count; number++) {
    const user = { userName: `app${number}`, name: `Application ${number}`, isService: true };
    const { body } = await admin.post('/api/v1/users', user);
    const { status } = await admin.post(`/api/v1/users/${body.id}/tokens`, { label: `Token ${number}` });
    assert.equal(status, 201);
  }
};

test('an administrator finds any application by paging or searching', async (t) => {
  const portal = await startPortal(t, {
    path: '/portal/integration',
    prepare: (service) => createClients(service, 22),
  });
  if (!portal) return;
  const { page } = portal;
  const rows = page.getByRole('region', { name: 'Applications' }).getByRole('row', { name: /^Application/ });
  await rows.getByText('Token 10').waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await rows.getByText('Token 31').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('searchbox', { name: 'Search applications' }).fill('application 27');
  await rows.getByText('Token 10').waitFor({ state: 'detached' });
  await rows.getByText('Token 27').waitFor();
  await page.waitForURL(/find=/);
  await page.getByRole('searchbox', { name: 'Search applications' }).fill('nothing');
  await page.getByText('No matching applications with an API token.').waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});

test('the feed viewer works on a phone in Dutch and rejects an invalid token', async (t) => {
  const portal = await startPortal(t, {
    ...DUTCH_PHONE,
    path: '/portal/integration?token=start',
    prepare: async (service) => (await service.as('erp')).task('post', taskBody()),
  });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('button', { name: /van Inspect the railing/ }).click();
  await page.getByRole('dialog', { name: 'Inspect the railing' }).getByText('"externalId"').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await assertWithinWindow(page);
  await page.getByLabel('Wijzigingstoken', { exact: true }).fill('nonsense');
  await page.getByRole('button', { name: 'Doorgaan vanaf token' }).click();
  await page.getByRole('alert').waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});
