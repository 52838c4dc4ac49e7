import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { listStoredNames } from '#inspector/testing/list-stored-names.ts';
import { openPersistentInspector } from '#inspector/testing/open-inspector.ts';
import { rounds } from '#inspector/testing/rounds.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';

/** When to kill the phone: milliseconds after the tap, or 'shown' for when the screen shows the result. */
const KILL_TIMES = [0, 100, 500, 1_500, 2_000, 'shown'] as const;
type KillTime = (typeof KILL_TIMES)[number];

const killTimes = Array.from({ length: rounds }, () => KILL_TIMES).flat();

const locateTasks = (page: Page) => page.getByRole('link', { name: 'Inspect the railing' });
const locateSignedOutMessage = (page: Page) =>
  page.getByText(/^(You need a network connection to sign in|Your inspections, online)/);

/** Waits until it is time to kill the phone. Returns whether the screen shows the result by then. */
const waitUntilKillTime = async (
  killTime: KillTime,
  screen: ReturnType<typeof locateTasks>,
): Promise<boolean> => {
  if (killTime === 'shown') await screen.first().waitFor();
  else
    await screen
      .first()
      .waitFor({ timeout: Math.max(1, killTime) })
      .catch(() => undefined);
  return (await screen.count()) > 0;
};

/** Opens the sync status, and waits until the server either accepts the phone's cookie or requires a sign-in. */
const contactServer = async (page: Page) => {
  const url = new URL('/inspect/sent', page.url()).href;
  // The browser aborts this navigation if the app reloads itself at the same time.
  await page.goto(url).catch(() => page.goto(url));
  const signIn = page.getByRole('link', { name: 'Sign in', exact: true });
  await page.getByText('Connected.').or(signIn).waitFor();
  return { mustSignIn: (await signIn.count()) > 0 };
};

const openPhone = async (t: TestContext) => {
  const service = await startService(t);
  await planTask(service, await service.as('coordinator'), { plannedStart: new Date() });
  const phone = await openPersistentInspector(t, service);
  if (!phone) return undefined;
  await locateTasks(phone.page).waitFor();
  const administrator = await service.as('admin');
  const countDevices = async () => (await administrator.get('/api/v1/devices')).body.devices.length as number;
  return { service, phone, countDevices };
};

for (const isOffline of [true, false]) {
  const network = isOffline ? 'without' : 'with';
  test(`an inspector who signs out ${network} a network connection stays signed out, even if the app is killed soon afterwards`, async (t) => {
    const opened = await openPhone(t);
    if (!opened) return;
    const { phone, countDevices } = opened;
    let { page } = phone;
    let signOutCount = 0;
    for (const killTime of killTimes) {
      // Restart, because the browser only flushes cookies to disk after half a minute or when it closes.
      page = await phone.restart({ isOffline: false });
      await locateTasks(page).waitFor();
      await phone.setOffline(isOffline);
      await page.getByRole('link', { name: 'Sent' }).click();
      await page.getByRole('button', { name: /^Account/ }).click();
      await page.getByRole('button', { name: 'Sign out of this device' }).click();
      const dialog = page.getByRole('dialog', { name: 'Sign out of this device?' });
      await dialog.getByRole('button', { name: 'Sign out of this device' }).click({ noWaitAfter: true });
      const wasShown = await waitUntilKillTime(killTime, locateSignedOutMessage(page));
      await phone.kill();

      page = await phone.restart({ isOffline: true });
      await locateSignedOutMessage(page).or(locateTasks(page)).waitFor();
      const isSignedOut = (await locateSignedOutMessage(page).count()) > 0;
      assert.ok(
        isSignedOut || !wasShown,
        `${killTime}: shown as signed out, but signed in after the restart`,
      );
      if (isSignedOut) {
        signOutCount += 1;
        assert.deepEqual(await listStoredNames(page), [], `${killTime}: the data is still on the device`);
        page = await phone.restart({ isOffline: false });
        await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
        assert.deepEqual(await listStoredNames(page), [], `${killTime}: the data was downloaded again`);
        assert.equal(await countDevices(), 0, `${killTime}: the server has not received the sign-out`);
        await phone.submitSignIn(page);
        await locateTasks(page).waitFor();
      }
    }
    t.diagnostic(`${killTimes.length} kills, ${signOutCount} after the sign-out was stored`);
    assert.ok(signOutCount >= rounds);
  });
}

test('an inspector who signs in stays signed in, even if the app is killed soon afterwards and restarted offline', async (t) => {
  const opened = await openPhone(t);
  if (!opened) return;
  const { phone } = opened;
  let { page } = phone;
  let signInCount = 0;
  for (const killTime of killTimes) {
    assert.equal((await contactServer(page)).mustSignIn, false);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('button', { name: 'Sign out of this device' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out of this device' }).click();
    await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
    await phone.submitSignIn(page);
    const wasShown = await waitUntilKillTime(killTime, locateTasks(page));
    await phone.kill();

    page = await phone.restart({ isOffline: true });
    await locateSignedOutMessage(page)
      .or(locateTasks(page))
      .or(page.getByRole('navigation'))
      .first()
      .waitFor();
    const isSignedIn = (await page.getByRole('navigation').count()) > 0;
    assert.ok(isSignedIn || !wasShown, `${killTime}: shown as signed in, but locked out after the restart`);
    if (wasShown) await locateTasks(page).waitFor();
    if (isSignedIn) signInCount += 1;
    page = await phone.restart({ isOffline: false });
    // Killing the browser may have lost the cookie. The person then signs in again.
    if ((await contactServer(page)).mustSignIn) {
      await phone.submitSignIn(page);
      await locateTasks(page).waitFor();
    }
  }
  t.diagnostic(`${killTimes.length} kills, ${signInCount} after the sign-in was stored`);
  assert.ok(signInCount >= rounds);
});
