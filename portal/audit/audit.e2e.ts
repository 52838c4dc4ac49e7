import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';

test('an event’s details have a URL, and an unknown event shows a message', async (t) => {
  const portal = await startPortal(t, {
    path: '/portal/audit?targetType=role',
    prepare: async ({ as }) =>
      (await as('admin')).post('/api/v1/roles', { name: 'Foreman', isTenantWide: false, permissions: [] }),
  });
  if (!portal) return;
  const { page, service, open } = portal;
  await page.getByRole('link', { name: /^Details of Role created/ }).click();
  await page.getByRole('dialog', { name: 'Role created' }).getByText('Role: Foreman').waitFor();
  const { searchParams } = new URL(page.url());
  // The URL also opens an event that does not match the filters.
  const otherPage = await open(`/portal/audit?kind=session&event=${searchParams.get('event')}`);
  await otherPage.getByRole('dialog', { name: 'Role created' }).getByText('Role: Foreman').waitFor();
  await assertAccessibleInBothThemes(otherPage);
  await otherPage.keyboard.press('Escape');
  await otherPage.getByRole('dialog').waitFor({ state: 'detached' });
  await otherPage.getByRole('button', { name: 'Clear filters' }).waitFor();

  await page.goto(`${service.url}/portal/audit`);
  await page.getByRole('textbox', { name: 'From' }).pressSequentially('21/11/2026');
  await page.waitForURL(/from=2026-11-21/);
  await page.goto(`${service.url}/portal/audit?kind=bogus`);
  await page.waitForURL(/audit$/);

  await page.goto(`${service.url}/portal/audit?event=999999`);
  await page.getByText('This event is not in the audit log of your organisation.').waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});

test('on a phone, in Dutch, an administrator reads and filters the audit log', async (t) => {
  const portal = await startPortal(t, { ...DUTCH_PHONE, path: '/portal/audit' });
  if (!portal) return;
  const { page } = portal;
  await page
    .getByRole('row', { name: /Ingelogd/ })
    .first()
    .waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  await page
    .getByRole('link', { name: /^Details/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Ingelogd' }).getByText('admin').waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});
