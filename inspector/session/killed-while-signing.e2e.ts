import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openPersistentInspector } from '#inspector/testing/open-inspector.ts';
import { rounds } from '#inspector/testing/rounds.ts';
import { storedOnDevice } from '#inspector/testing/stored-on-device.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';

/** Milliseconds after the tap, or the moment at which the screen shows the result. */
const MOMENTS = [0, 100, 500, 1_500, 2_000, 'shown'] as const;
type Moment = (typeof MOMENTS)[number];

const kills = Array.from({ length: rounds }, () => MOMENTS).flat();

const tasks = (page: Page) => page.getByRole('link', { name: 'Inspect the railing' });
const signedOut = (page: Page) =>
  page.getByText(/^(You need a network connection to sign in|Your inspections, online)/);

/** Waits for the moment, and returns whether the screen shows the result by then. */
const reach = async (moment: Moment, screen: ReturnType<typeof tasks>): Promise<boolean> => {
  if (moment === 'shown') await screen.first().waitFor();
  else
    await screen
      .first()
      .waitFor({ timeout: Math.max(1, moment) })
      .catch(() => undefined);
  return (await screen.count()) > 0;
};

/**
 * Opens the screen that shows the connection and waits for the server, which accepts the cookie of the phone or asks
 * to sign in.
 */
const contactServer = async (page: Page) => {
  const address = new URL('/inspect/sent', page.url()).href;
  // When the app reloads itself at the same moment, the browser aborts this navigation.
  await page.goto(address).catch(() => page.goto(address));
  const signIn = page.getByRole('link', { name: 'Sign in', exact: true });
  await page.getByText('Connected.').or(signIn).waitFor();
  return { mustSignIn: (await signIn.count()) > 0 };
};

const openPhone = async (t: TestContext) => {
  const service = await startService(t);
  await planTask(service, await service.as('coordinator'), { plannedStart: new Date() });
  const phone = await openPersistentInspector(t, service);
  if (!phone) return undefined;
  await tasks(phone.page).waitFor();
  const administrator = await service.as('admin');
  const devices = async () => (await administrator.get('/api/v1/devices')).body.devices.length as number;
  return { service, phone, devices };
};

for (const isOffline of [true, false]) {
  const network = isOffline ? 'without' : 'with';
  test(`an inspector who signs out ${network} a network and whose phone is killed stays signed out`, async (t) => {
    const opened = await openPhone(t);
    if (!opened) return;
    const { phone, devices } = opened;
    let { page } = phone;
    let signOuts = 0;
    for (const moment of kills) {
      // The browser writes its cookies half a minute later, or when it is closed.
      page = await phone.restart({ isOffline: false });
      await tasks(page).waitFor();
      await phone.setOffline(isOffline);
      await page.getByRole('link', { name: 'Sent' }).click();
      await page.getByRole('button', { name: /^Account/ }).click();
      await page.getByRole('button', { name: 'Sign out of this device' }).click();
      const dialog = page.getByRole('dialog', { name: 'Sign out of this device?' });
      await dialog.getByRole('button', { name: 'Sign out of this device' }).click({ noWaitAfter: true });
      const wasShown = await reach(moment, signedOut(page));
      await phone.kill();

      page = await phone.restart({ isOffline: true });
      await signedOut(page).or(tasks(page)).waitFor();
      const isSignedOut = (await signedOut(page).count()) > 0;
      assert.ok(isSignedOut || !wasShown, `${moment}: shown as signed out, and signed in at the restart`);
      if (isSignedOut) {
        signOuts += 1;
        assert.deepEqual(await storedOnDevice(page), [], `${moment}: the data is still on the device`);
        page = await phone.restart({ isOffline: false });
        await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
        assert.deepEqual(await storedOnDevice(page), [], `${moment}: the work came back`);
        assert.equal(await devices(), 0, `${moment}: the server has not received the sign-out`);
        await phone.submitSignIn(page);
        await tasks(page).waitFor();
      }
    }
    t.diagnostic(`${kills.length} kills, ${signOuts} after the sign-out was stored`);
    assert.ok(signOuts >= rounds);
  });
}

test('an inspector who signs in and whose phone is killed stays signed in offline', async (t) => {
  const opened = await openPhone(t);
  if (!opened) return;
  const { phone } = opened;
  let { page } = phone;
  let signIns = 0;
  for (const moment of kills) {
    assert.equal((await contactServer(page)).mustSignIn, false);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('button', { name: 'Sign out of this device' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out of this device' }).click();
    await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
    await phone.submitSignIn(page);
    const wasShown = await reach(moment, tasks(page));
    await phone.kill();

    page = await phone.restart({ isOffline: true });
    await signedOut(page).or(tasks(page)).or(page.getByRole('navigation')).first().waitFor();
    const isSignedIn = (await page.getByRole('navigation').count()) > 0;
    assert.ok(isSignedIn || !wasShown, `${moment}: shown as signed in, and locked out at the restart`);
    if (wasShown) await tasks(page).waitFor();
    if (isSignedIn) signIns += 1;
    page = await phone.restart({ isOffline: false });
    // The cookie may have been lost with the browser: then the person signs in once more.
    if ((await contactServer(page)).mustSignIn) {
      await phone.submitSignIn(page);
      await tasks(page).waitFor();
    }
  }
  t.diagnostic(`${kills.length} kills, ${signIns} after the sign-in was stored`);
  assert.ok(signIns >= rounds);
});
