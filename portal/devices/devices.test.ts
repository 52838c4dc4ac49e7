import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { setPassword } from '#service/testing/set-password.ts';
import { startDevice, type TestDevice } from '#service/testing/start-device.ts';

const REPORT_PATH = '/me/devices/current/report';

test('an administrator finds a lost phone, sees its unsent data, and later sees that it has erased itself', async (t) => {
  const devices: Record<string, TestDevice> = {};
  const portal = await startPortal(t, {
    path: '/portal/devices',
    prepare: async (service) => {
      await setPassword(service, 'anna', 'bram');
      devices.lost = await startDevice(service.url, 'anna', { name: 'Chrome, Android' });
      devices.other = await startDevice(service.url, 'bram', { name: 'Safari, iPhone' });
      const report = { unsentAnswers: 3, unsentPictures: 2, unsentSince: new Date().toISOString() };
      await devices.lost.call('PUT', REPORT_PATH, report);
    },
  });
  if (!portal) return;
  const { page } = portal;
  const row = (name: string) => page.getByRole('row', { name });
  await row('Safari, iPhone').getByText('Signed in').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('combobox', { name: 'Unsent' }).click();
  await page.getByRole('option', { name: 'Has unsent data' }).click();
  await page.waitForURL(/hasUnsentData=true/);
  await row('Safari, iPhone').waitFor({ state: 'detached' });
  await row('Chrome, Android')
    .getByText(/^3 answers and 2 photos since \d\d:\d\d$/)
    .waitFor();

  await page.getByRole('link', { name: /^Details of .*’s Chrome, Android$/ }).click();
  const drawer = page.getByRole('dialog', { name: /’s Chrome, Android$/ });
  await drawer.getByText('Added, or signed in again').waitFor();
  await assertAccessibleInBothThemes(page);
  await drawer.getByRole('button', { name: 'Revoke and erase' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke and erase' });
  await dialog.getByText(/^Unsent: 3 answers and 2 photos since/).waitFor();
  await dialog.getByText('This cannot be undone.').waitFor();
  await assertAccessibleInBothThemes(page);
  const confirm = dialog.getByRole('button', { name: 'Revoke and erase' });
  assert.equal(await confirm.isDisabled(), true);
  // Escape closes the dialog but not the drawer.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await drawer.getByRole('button', { name: 'Revoke and erase' }).click();
  await dialog.getByRole('checkbox').check();
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
  await drawer.getByText(/until it confirms/).waitFor();
  await drawer.getByText('Unsent at that time: 3 answers and 2 photos').waitFor();
  await row('Chrome, Android').getByText('To be erased').waitFor();
  await assertAccessibleInBothThemes(page);

  assert.equal((await devices.lost!.call('GET', '/me')).status, 401);
  assert.equal((await devices.lost!.call('POST', '/me/devices/current/erased')).status, 204);
  await drawer.getByText('Confirmed as erased').waitFor();
  await drawer.getByText('This device is no longer signed in.').waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });

  await page.goto(`${page.url().split('?')[0]}?state=erased`);
  await row('Chrome, Android').waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});
