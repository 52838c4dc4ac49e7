import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';
import { addLinkRequest } from '#service/testing/add-link-request.ts';
import type { TestService } from '#service/testing/start-service.ts';

/** Creates requests from two external accounts to sign in as the administrator. */
const addRequests = async (service: TestService) => {
  const admin = await service.as('admin');
  const issuer = 'https://login.example.org/realms/municipality-of-amsterdam';
  const provider = { type: 'oidc', name: 'Municipality', issuer, clientId: 'ronda', clientSecret: 'x' };
  const { body } = await admin.post('/api/v1/login-providers', provider);
  for (const subject of ['f7c1a2f0-5a27-4f3e-9b1c-0d6c2f6a4b11', 'someone-else'])
    await addLinkRequest(service, { providerId: body.id, issuer, subject });
};

test('an administrator confirms one link request and rejects another', async (t) => {
  const portal = await startPortal(t, { prepare: addRequests });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(`${service.url}/portal/people/${service.organisation.userIds.admin}?tab=sign-in`);
  const requests = page.getByRole('article', { name: 'Municipality' });
  await requests.first().waitFor();
  assert.equal(await requests.count(), 2);
  await assertAccessibleInBothThemes(page);
  await requests.filter({ hasText: 'someone-else' }).getByRole('button', { name: 'Reject' }).click();
  const rejectDialog = page.getByRole('dialog', { name: 'Reject' });
  await rejectDialog.getByText('It still cannot sign in').waitFor();
  await assertAccessibleInBothThemes(page);
  await rejectDialog.getByRole('button', { name: 'Reject' }).click();
  await page.getByText('Request rejected').waitFor();
  await requests.filter({ hasNotText: 'someone-else' }).getByRole('button', { name: 'Confirm' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm' });
  await dialog.getByText('Anyone with this account can do everything').waitFor();
  await assertAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('can sign in with this account').waitFor();
  await page.getByText('First sign-in').waitFor();
  assert.equal(await requests.count(), 0);
  portal.assertNoPageErrors();
});

test('link requests fit on a phone in Dutch', async (t) => {
  const portal = await startPortal(t, { ...DUTCH_PHONE, prepare: addRequests });
  if (!portal) return;
  const { page, service } = portal;
  await page.goto(`${service.url}/portal/people/${service.organisation.userIds.admin}?tab=sign-in`);
  await page.getByRole('button', { name: 'Bevestigen' }).first().waitFor();
  await assertWithinWindow(page);
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});
