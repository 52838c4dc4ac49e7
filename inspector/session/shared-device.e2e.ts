import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPhotoFile } from '#inspector/testing/create-photo-file.ts';
import { listStoredNames } from '#inspector/testing/list-stored-names.ts';
import { openInspector } from '#inspector/testing/open-inspector.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { setPassword } from '#service/testing/set-password.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';

test("an inspector who signs in on another inspector's device sees none of the unsent work, and the work is not lost", async (t) => {
  const service = await startService(t);
  const { id, read } = await startNewInspection(service, {
    fields: [
      { name: 'Notes', label: 'Notes', type: 'text' },
      { name: 'Overview', label: 'Overview', type: 'photo' },
    ],
    task: { title: "Anna's lock" },
  });
  const planner = await service.as('coordinator');
  await planTask(service, planner, {
    ...{ externalId: 'WO-2', title: "Bram's bridge" },
    ...{ assignedUserName: 'bram', plannedStart: new Date() },
  });
  await setPassword(service, 'bram');
  const phone = await openInspector(t, service);
  if (!phone) return;
  await phone.page.getByRole('link', { name: "Anna's lock" }).waitFor();
  await phone.context.setOffline(true);
  let page = await phone.restart(`/inspect/inspections/${id}`);
  await page.getByRole('textbox', { name: 'Notes' }).fill('Rust');
  const overview = page.getByRole('group', { name: 'Overview' });
  await overview.locator('input[multiple]').setInputFiles(await createPhotoFile('north.jpg'));
  await overview.getByText('1 photo added.').waitFor();
  await page.getByText('Saved on this device').waitFor();
  const storeNames = await listStoredNames(page);
  const administrator = await service.as('admin');
  const [device] = (await administrator.get('/api/v1/devices')).body.devices;
  assert.equal((await administrator.request('DELETE', `/api/v1/devices/${device.id}`)).status, 204);
  await phone.context.clearCookies({ name: /session/ });
  await phone.context.setOffline(false);
  page = await phone.restart();
  await page.getByText('This device is signed out').waitFor();
  await phone.submitSignIn(page, 'bram');

  await page.getByRole('link', { name: "Bram's bridge" }).waitFor();
  await page.getByRole('link', { name: 'All sent' }).click();
  await page.getByRole('button', { name: /^Account: / }).waitFor();
  await page.getByText('Everything is on the server').waitFor();
  assert.equal(await page.getByText("Anna's lock").count(), 0);
  await page.goto(`${service.url}/inspect/inspections/${id}`);
  await page.getByText('This inspection is not on this device').waitFor();
  assert.equal(await page.getByText('Rust').count(), 0);
  await page.goto(`${service.url}/inspect/sent`);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Sign out of this device' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out of this device' }).click();
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  assert.deepEqual(await listStoredNames(page), storeNames, "only bram's data was removed");
  const inspectionBefore = await read();
  assert.deepEqual([inspectionBefore.answers, inspectionBefore.uploads], [{}, []]);

  await phone.submitSignIn(page, 'anna');
  await page.getByRole('link', { name: "Anna's lock" }).waitFor();
  await page.getByRole('link', { name: 'All sent' }).waitFor();
  const { answers, uploads } = await read();
  assert.deepEqual(answers, { Notes: 'Rust', Overview: [uploads[0].id] });
  assert.equal(uploads.length, 1);
  phone.assertNoPageErrors();
});

test('an inspector who signs out while an answer and a picture are being sent leaves no data behind', async (t) => {
  const service = await startService(t);
  const inspectionWithAnswer = await startNewInspection(service, {
    fields: [{ name: 'Notes', label: 'Notes', type: 'text' }],
    task: { externalId: 'WO-1', title: 'Lock with an answer' },
  });
  const inspectionWithPicture = await startNewInspection(service, {
    fields: [{ name: 'Overview', label: 'Overview', type: 'photo' }],
    task: { externalId: 'WO-2', title: 'Lock with a picture' },
  });
  const phone = await openInspector(t, service);
  if (!phone) return;
  await phone.page.getByRole('link', { name: 'Lock with a picture' }).waitFor();
  const page = await phone.restart();
  // The server stores the answer, but its response is lost. The picture never reaches the server.
  await page.route('**/answers', async (route) => {
    if (route.request().url().includes(inspectionWithAnswer.id)) await route.fetch();
    else await route.continue();
  });
  await page.route('**/uploads/**', () => {});
  const openInspection = async (title: string) => {
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  await openInspection('Lock with an answer');
  const answerRequest = page.waitForRequest(`**/${inspectionWithAnswer.id}/answers`);
  await page.getByRole('textbox', { name: 'Notes' }).fill('Rust');
  await answerRequest;
  await page.getByText('Saved on this device').waitFor();
  await page.goto(`${service.url}/inspect/inspections/${inspectionWithPicture.id}`);
  const overview = page.getByRole('group', { name: 'Overview' });
  const pictureRequest = page.waitForRequest((request) => /\/uploads\//.test(request.url()));
  await overview.locator('input[multiple]').setInputFiles(await createPhotoFile('north.jpg'));
  await pictureRequest;

  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('link', { name: '2 unsent' }).click();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Sign out of this device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out of this device?' });
  await dialog.getByText('2 inspections have not been sent.').waitFor();
  await dialog.getByRole('button', { name: 'Sign out of this device' }).click();
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  assert.deepEqual(await listStoredNames(page), []);
  const administrator = await service.as('admin');
  assert.deepEqual((await administrator.get('/api/v1/devices')).body.devices, []);

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await phone.submitSignIn(page, 'anna');
  await page.getByRole('link', { name: 'Lock with a picture' }).waitFor();
  await page.getByRole('link', { name: 'All sent' }).waitFor();
  const { revisions } = (
    await inspectionWithAnswer.person.get(`/api/v1/inspections/${inspectionWithAnswer.id}/revisions`)
  ).body;
  assert.deepEqual(
    revisions.map(({ value }: { value: unknown }) => value),
    ['Rust'],
  );
  const { answers, uploads } = await inspectionWithPicture.read();
  assert.deepEqual([answers.Overview.length, uploads], [1, []]);
  await openInspection('Lock with an answer');
  assert.equal(await page.getByRole('textbox', { name: 'Notes' }).inputValue(), 'Rust');
  phone.assertNoPageErrors();
});
