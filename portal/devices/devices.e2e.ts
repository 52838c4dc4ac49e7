import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';
import { setPassword } from '#service/testing/set-password.ts';
import { simulateNoContact, startDevice, type TestDevice } from '#service/testing/start-device.ts';

const reportUnsentData = (device: TestDevice, unsentAnswers: number, unsentPictures: number) =>
  device.call('PUT', '/me/devices/current/report', {
    unsentAnswers,
    unsentPictures,
    unsentSince: new Date().toISOString(),
  });

test('an administrator sees unsent data when revoking a device, and cancels an erasure', async (t) => {
  const devices: TestDevice[] = [];
  const portal = await startPortal(t, {
    path: '/portal/devices',
    prepare: async (service) => {
      await setPassword(service, 'anna', 'bram');
      for (const [userName, name] of [
        ['anna', 'Chrome, Android'],
        ['bram', 'Safari, iPhone'],
      ] as const)
        devices.push(await startDevice(service.url, userName, { name }));
      await reportUnsentData(devices[0]!, 0, 1);
      await simulateNoContact(service, devices[1]!, 8);
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('link', { name: /^Details of .*Chrome, Android$/ }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke', exact: true });
  await dialog.getByText(/^Unsent: 1 photo since/).waitFor();
  await dialog.getByText(/is sent when .* signs in there again/).waitFor();
  await assertAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('This device is no longer signed in.').waitFor();
  assert.equal((await devices[0]!.call('GET', '/me')).status, 401);
  await page.getByText('Unsent at that time: 1 photo').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('combobox', { name: 'Last contact' }).click();
  await page.getByRole('option', { name: 'No contact for 7 days' }).click();
  await page.waitForURL(/daysWithoutContact=7/);
  await page.getByRole('row', { name: 'Safari, iPhone' }).getByText('8 days ago').waitFor();
  await page.getByRole('searchbox').fill('anna');
  await page.getByRole('heading', { name: 'No matching devices' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();

  const admin = await service.as('admin');
  await admin.request('DELETE', `/api/v1/devices/${devices[1]!.id}?erase=true`);
  // The URL opens the device's drawer.
  await page.goto(`${service.url}/portal/devices?state=to-be-erased&device=${devices[1]!.id}`);
  await page.getByRole('button', { name: 'Cancel erasure' }).click();
  const cancelDialog = page.getByRole('dialog', { name: 'Cancel erasure' });
  await assertAccessibleInBothThemes(page);
  await cancelDialog.getByRole('button', { name: 'Cancel erasure' }).click();
  await page.getByText('will not be erased').waitFor();
  await page.getByRole('heading', { name: 'No matching devices' }).waitFor();

  await page.goto(`${service.url}/portal/devices?state=ended`);
  await page.getByRole('row', { name: 'Safari, iPhone' }).waitFor();
  await page.goto(`${service.url}/portal/devices?device=0192f0c1-2b7a-7c3e-9f64-5b0d9a1e7c42&state=bogus`);
  await page.getByText('This device does not exist').waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});

test('a planner sees a warning about unsent data on the board, on a task and in the overview', async (t) => {
  const devices: TestDevice[] = [];
  const portal = await startPortal(t, {
    userName: 'coordinator',
    path: '/portal/board',
    prepare: async (service) => {
      await setPassword(service, 'anna', 'bram');
      const planner = await service.as('coordinator');
      const task = {
        title: 'Railing',
        teamName: 'Bridges',
        workbookName: 'BridgeInspection',
        assignedUserName: 'anna',
        plannedStart: new Date().toISOString(),
        dueDate: new Date(Date.now() - 86_400_000).toISOString(),
      };
      const response = await planner.post('/api/v1/tasks', task);
      assert.equal(response.status, 201, JSON.stringify(response.body));
      const anna = await service.as('anna');
      assert.equal((await anna.post(`/api/v1/tasks/${response.body.id}/start`, {})).status, 201);
      for (const userName of ['anna', 'bram']) devices.push(await startDevice(service.url, userName));
      for (const device of devices) await reportUnsentData(device, 3, 2);
      await simulateNoContact(service, devices[0]!, 2);
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  const warningText = /Chrome, Android: last contact 2 days ago, 3 answers and 2 photos not sent since/;
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  const warning = page.getByRole('img', { name: warningText });
  await warning.waitFor();
  assert.equal(await page.getByRole('img', { name: /not sent since/ }).count(), 1);
  await warning.focus();
  await page.getByRole('tooltip').getByText(warningText).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/board/);
  await page.keyboard.press('Escape');
  await assertAccessibleInBothThemes(page);
  await page.getByText('Railing').first().click();
  await page.getByRole('dialog', { name: 'Details of Railing' }).getByText(warningText).waitFor();
  await assertAccessibleInBothThemes(page);

  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'Railing', level: 1 }).waitFor();
  await page.getByText(warningText).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page
    .getByRole('table', { name: /^Late tasks/ })
    .getByText(warningText)
    .waitFor();
  await assertAccessibleInBothThemes(page);
  assert.ok(
    requestedUrls.filter((url) => url.includes('/api/v1/devices')).length <= 1,
    'all screens share one request for devices',
  );
  portal.assertNoPageErrors();
  await page.goto(`${service.url}/portal/devices`);
  await page.getByRole('heading', { name: 'You do not have permission to do this' }).waitFor();
});

test('on a phone, in Dutch, an administrator views and revokes devices', async (t) => {
  const portal = await startPortal(t, {
    ...DUTCH_PHONE,
    path: '/portal/devices',
    prepare: async (service) => {
      await setPassword(service, 'anna');
      const device = await startDevice(service.url, 'anna', { name: 'Chrome op Android' });
      await reportUnsentData(device, 1, 1);
      await simulateNoContact(service, device, 2);
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByText(/^1 antwoord en 1 foto sinds/).waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await assertWithinWindow(page);
  await page.setViewportSize(DUTCH_PHONE.viewport);
  await page.getByRole('link', { name: /^Details van/ }).click();
  await page.getByRole('button', { name: 'Toegang intrekken en wissen' }).click();
  await page.getByText(/^Niet verzonden: 1 antwoord en 1 foto sinds/).waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  await page.goto(`${service.url}/portal/people/${service.organisation.userIds.anna}?tab=sign-in`);
  await page
    .getByText(/Chrome op Android: laatste contact eergisteren, 1 antwoord en 1 foto sinds .* niet verzonden/)
    .waitFor();
  await assertWithinWindow(page);
  await page.getByRole('link', { name: 'Apparaten beheren' }).click();
  await page.getByRole('button', { name: /^Alleen apparaten van/ }).waitFor();
  await assertAccessibleInBothThemes(page);
  portal.assertNoPageErrors();
});
