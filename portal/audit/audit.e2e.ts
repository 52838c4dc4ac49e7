import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';

test('the details of an act have an address, also of one that is not there', async (t) => {
  const portal = await startPortal(t, {
    path: '/portal/audit?targetType=role',
    prepare: async ({ as }) =>
      (await as('admin')).post('/api/v1/roles', { name: 'Foreman', isTenantWide: false, permissions: [] }),
  });
  if (!portal) return;
  const { page, service, open } = portal;
  await page.getByRole('link', { name: /^Details of Role made/ }).click();
  await page.getByRole('dialog', { name: 'Role made' }).getByText('Role: Foreman').waitFor();
  const { searchParams } = new URL(page.url());
  // In another window, whatever its filters leave in the list.
  const other = await open(`/portal/audit?kind=session&event=${searchParams.get('event')}`);
  await other.getByRole('dialog', { name: 'Role made' }).getByText('Role: Foreman').waitFor();
  await assertAccessibleInBothThemes(other);
  await other.keyboard.press('Escape');
  await other.getByRole('dialog').waitFor({ state: 'detached' });
  await other.getByRole('button', { name: 'Clear the filters' }).waitFor();

  await page.goto(`${service.url}/portal/audit`);
  await page.getByLabel('From').focus();
  await page.keyboard.type('11212026');
  await page.waitForURL(/from=2026-11-21/);
  await page.goto(`${service.url}/portal/audit?kind=bogus`);
  await page.waitForURL(/audit$/);

  await page.goto(`${service.url}/portal/audit?event=999999`);
  await page.getByText('There is no such act in the log of this organisation.').waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertQuiet();
});

test('on a phone, in Dutch, the audit log is read and narrowed', async (t) => {
  const portal = await startPortal(t, { ...DUTCH_PHONE, path: '/portal/audit' });
  if (!portal) return;
  const { page } = portal;
  await page
    .getByRole('row', { name: /Aangemeld/ })
    .first()
    .waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  await page
    .getByRole('link', { name: /^Details/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Aangemeld' }).getByText('admin').waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertQuiet();
});
