import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';
import { draft } from '#service/testing/caller.ts';
import type { TestService } from '#service/testing/start-service.ts';

/** Applications with a token each. */
const makeClients = async (service: TestService, count: number) => {
  const admin = await service.as('admin');
  for (let number = 10; number < 10 + count; number++) {
    const user = { userName: `app${number}`, name: `Application ${number}`, isService: true };
    const { body } = await admin.post('/api/v1/users', user);
    const { status } = await admin.post(`/api/v1/users/${body.id}/tokens`, { label: `Token ${number}` });
    assert.equal(status, 201);
  }
};

test('more applications than a page has are all reached, by pages and by words', async (t) => {
  const portal = await startPortal(t, {
    path: '/portal/integration',
    prepare: (service) => makeClients(service, 22),
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
  await page.getByText('No application of that name has a token.').waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertQuiet();
});

test('on a phone, in Dutch, the feed is stepped through, and a token that is none is told', async (t) => {
  const portal = await startPortal(t, {
    ...DUTCH_PHONE,
    path: '/portal/integration?token=start',
    prepare: async (service) => (await service.as('erp')).task('post', draft()),
  });
  if (!portal) return;
  const { page } = portal;
  await page.getByRole('button', { name: /over Inspect the railing/ }).click();
  await page.getByRole('dialog', { name: 'Inspect the railing' }).getByText('"externalId"').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await assertWithinWindow(page);
  await page.getByLabel('Wijzigingstoken', { exact: true }).fill('nonsense');
  await page.getByRole('button', { name: 'Vanaf hier verder' }).click();
  await page.getByRole('alert').waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertQuiet();
});
