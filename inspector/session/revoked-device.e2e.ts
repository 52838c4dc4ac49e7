import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { listStoredNames } from '#inspector/testing/list-stored-names.ts';
import { openInspector } from '#inspector/testing/open-inspector.ts';
import { assertAccessibleInBothThemes } from '#portal/testing/open-portal.ts';
import { PASSWORD } from '#service/testing/set-password.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';

/** Opens the app on Anna's phone, which is offline and has an unsent answer. */
const openWithUnsentAnswer = async (t: TestContext) => {
  const service = await startService(t);
  const { id, read } = await startNewInspection(service, {
    fields: [{ name: 'Notes', label: 'Notes', type: 'text' }],
  });
  const phone = await openInspector(t, service);
  if (!phone) return undefined;
  await phone.page.getByRole('link', { name: 'Inspect the railing' }).waitFor();
  await phone.context.setOffline(true);
  const page = await phone.restart(`/inspect/inspections/${id}`);
  await page.getByRole('textbox', { name: 'Notes' }).fill('Rust');
  await page.getByText('Saved on this device').waitFor();
  const administrator = await service.as('admin');
  const listDevices = async () =>
    (await administrator.get('/api/v1/devices')).body.devices as { id: string }[];
  const revoke = async (query = '') => {
    const [device] = await listDevices();
    const { status } = await administrator.request('DELETE', `/api/v1/devices/${device!.id}${query}`);
    assert.ok(status < 300, String(status));
  };
  return { service, read, phone, listDevices, revoke };
};

test('a revoked device is locked the next time it connects, and sends its data after its owner has signed in', async (t) => {
  const setup = await openWithUnsentAnswer(t);
  if (!setup) return;
  const { phone, read, revoke } = setup;
  await revoke();
  await phone.context.clearCookies({ name: /session/ });
  await phone.context.setOffline(false);
  const page = await phone.restart();
  await page.getByText('This device is signed out').waitFor();
  await page.getByText('Your answers are still on this device').waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.locator('#username').fill('anna');
  await page.locator('#password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'All sent' }).waitFor();
  assert.deepEqual((await read()).answers, { Notes: 'Rust' });
});

test('a device marked for erasure is empty and no longer listed after it connects', async (t) => {
  const setup = await openWithUnsentAnswer(t);
  if (!setup) return;
  const { phone, listDevices, revoke } = setup;
  // Another person's data on a shared phone is erased as well.
  await phone.context.pages()[0]!.evaluate(`new Promise((resolve) => {
    indexedDB.open('ronda-default-99').onsuccess = ({ target }) => { target.result.close(); resolve(); };
  })`);
  await revoke('?erase=true');
  await phone.context.setOffline(false);
  const page = await phone.restart();
  await page.getByText('Your organisation has erased all data on this device.').waitFor();
  await assertAccessibleInBothThemes(page);
  assert.deepEqual(await listStoredNames(page), []);
  assert.deepEqual(await listDevices(), []);
  const restartedPage = await phone.restart();
  await restartedPage.getByRole('link', { name: 'Sign in' }).waitFor();
  assert.deepEqual(await listStoredNames(restartedPage), [], 'the browser session must not sign in again');
});

test('an inspector whose device is rejected sees the reason', async (t) => {
  const service = await startService(t);
  const phone = await openInspector(t, service);
  if (!phone) return;
  const { page, context } = phone;
  const REASON = 'You have 50 devices, which is the maximum.';
  let isRejected = true;
  await context.route('**/api/v1/me/devices', (route) =>
    isRejected
      ? route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          body: JSON.stringify({ detail: REASON }),
        })
      : route.fallback(),
  );
  await page.goto(`${service.url}/inspect/sent`);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Sign out of this device' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out of this device' }).click();
  await phone.submitSignIn(page, 'anna');
  await page.getByText(REASON).waitFor();
  await assertAccessibleInBothThemes(page);
  isRejected = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('link', { name: 'All sent' }).waitFor();
});

test('an inspector who signs out in one window sees no data in the others', async (t) => {
  const setup = await openWithUnsentAnswer(t);
  if (!setup) return;
  const { phone, service } = setup;
  // Makes both windows remove the data at the same time.
  await phone.context.addInitScript(`
    const { removeEntry } = FileSystemDirectoryHandle.prototype;
    FileSystemDirectoryHandle.prototype.removeEntry = async function (...parameters) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return removeEntry.apply(this, parameters);
    };
  `);
  const [page] = phone.context.pages();
  const otherPage = await phone.context.newPage();
  await otherPage.goto(`${service.url}/inspect/`);
  await otherPage.getByRole('link', { name: 'Inspect the railing' }).waitFor();
  await page!.goto(`${service.url}/inspect/sent`);
  await page!.getByRole('button', { name: /^Account/ }).click();
  await page!.getByRole('button', { name: 'Sign out of this device' }).click();
  await page!.getByRole('dialog').getByRole('button', { name: 'Sign out of this device' }).click();
  for (const window of [page!, otherPage])
    await window.getByText('You need a network connection to sign in.').waitFor();
  assert.deepEqual(await listStoredNames(otherPage), []);
  // Both windows detect that they are online.
  await phone.context.setOffline(false);
  for (const window of [page!, otherPage]) await window.getByRole('link', { name: 'Sign in' }).waitFor();
});

test('an inspector with unsent data is warned before signing out, and the server learns of an offline sign-out after reconnecting', async (t) => {
  const setup = await openWithUnsentAnswer(t);
  if (!setup) return;
  const { phone, read, listDevices } = setup;
  const page = await phone.restart('/inspect/sent');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Sign out of this device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out of this device?' });
  await dialog.getByText('1 inspection has not been sent. Its answers will be lost.').waitFor();
  await assertAccessibleInBothThemes(page);
  await dialog.getByText('Cancel').click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Sign out of this device' }).click();
  await dialog.getByRole('button', { name: 'Sign out of this device' }).click();
  await page.getByText('You need a network connection to sign in.').waitFor();
  assert.deepEqual(await listStoredNames(page), []);
  assert.equal((await listDevices()).length, 1);

  await phone.context.setOffline(false);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  assert.equal((await listDevices()).length, 0);
  assert.deepEqual((await read()).answers, {});
});
