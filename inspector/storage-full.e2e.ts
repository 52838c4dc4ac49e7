import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPhotoFile } from '#inspector/testing/create-photo-file.ts';
import { openInspector } from '#inspector/testing/open-inspector.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';

test('an inspector whose device is full sees what could not be saved, loses nothing else, and can continue after freeing up storage', async (t) => {
  const service = await startService(t);
  const { id, person } = await startNewInspection(service, {
    fields: [
      { name: 'Notes', label: 'Observations', type: 'longText' },
      { name: 'Overview', label: 'Overview', type: 'photo', maxCount: 9 },
    ],
  });
  const phone = await openInspector(t, service);
  if (!phone) return;
  await phone.page.getByRole('link', { name: /./ }).first().waitFor();
  const page = await phone.restart(`/inspect/inspections/${id}`);
  const notes = page.getByRole('textbox', { name: 'Observations' });
  const overview = page.getByRole('group', { name: 'Overview' });
  const addPicture = async (name: string) =>
    overview.locator('input[multiple]').setInputFiles(await createPhotoFile(name, [1_600, 1_200]));
  await addPicture('first.jpg');
  await overview.getByText('1 photo added.').waitFor();
  await notes.fill('Rust');
  await page.getByText('Saved on this device').waitFor();
  await page.getByRole('button', { name: 'Back to tasks' }).click();
  await page.getByRole('link', { name: 'Sent' }).click();
  await page.getByText('Everything is on the server').waitFor();
  await page.goBack();
  await page.goBack();

  const client = await phone.context.newCDPSession(page);
  const { usage } = await client.send('Storage.getUsageAndQuota', { origin: service.url });
  await client.send('Storage.overrideQuotaForOrigin', { origin: service.url, quotaSize: usage });
  await addPicture('second.jpg');
  await overview.getByText('second.jpg could not be saved.').waitFor();
  await page.getByText('This could not be saved on the device.').waitFor();
  assert.equal(await overview.getByRole('listitem').count(), 1);

  await client.send('Storage.overrideQuotaForOrigin', { origin: service.url });
  await addPicture('second.jpg');
  await overview.getByRole('listitem').nth(1).waitFor();
  await notes.fill('Rust at the joint');
  await page.getByText('Saved on this device').waitFor();
  await phone
    .restart('/inspect/sent')
    .then((statusPage) => statusPage.getByText('Everything is on the server').waitFor());
  const { answers, uploads } = (await person.get(`/api/v1/inspections/${id}`)).body;
  assert.deepEqual([answers.Notes, answers.Overview.length, uploads.length], ['Rust at the joint', 2, 2]);
  phone.assertNoPageErrors();
});

test('an inspector is warned before storage runs out', async (t) => {
  const service = await startService(t);
  const { id } = await startNewInspection(service, { fields: [{ name: 'Notes', type: 'text' }] });
  const phone = await openInspector(t, service);
  if (!phone) return;
  await phone.page.getByRole('link', { name: 'Inspect the railing' }).waitFor();
  // Stubbed, because Chromium's estimate ignores quotas set by tests.
  await phone.context.addInitScript(`navigator.storage.estimate = async () =>
    ({ quota: ${100 * 2 ** 20}, usage: ${95 * 2 ** 20} })`);
  const page = await phone.restart(`/inspect/inspections/${id}`);
  await page.getByText('Low storage on this device: 5 MB left.').waitFor();
  const statusPage = await phone.restart('/inspect/sent');
  await statusPage.getByText('Low storage on this device: 5 MB left.').waitFor();
  phone.assertNoPageErrors();
});
