import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { createPhotoFile } from '#inspector/testing/create-photo-file.ts';
import { openPersistentInspector } from '#inspector/testing/open-inspector.ts';
import { readStoredPictures } from '#inspector/testing/read-stored-pictures.ts';
import { NEW_VERSION_MARKER, startUpdatingProxy } from '#inspector/testing/updating-proxy.ts';
import { waitForExpression } from '#portal/testing/wait-for-expression.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';
import { sha256 } from '#service/testing/upload-client.ts';

const FIELDS: Field[] = [
  { name: 'Notes', label: 'Observations', type: 'longText' },
  { name: 'Overview', label: 'Overview', type: 'photo', maxCount: 9 },
];
const PICTURE_COUNT = 3;

test('updating the app with answers and uploads pending loses nothing and sends nothing twice', async (t) => {
  const service = await startService(t);
  const { id, person } = await startNewInspection(service, { fields: FIELDS });
  const proxy = await startUpdatingProxy(t, service.url);
  const phone = await openPersistentInspector(t, { ...service, url: proxy.url });
  if (!phone) return;
  await phone.page.getByRole('link', { name: 'Inspect the railing' }).waitFor();
  // Restart, because the browser only flushes the sign-in cookie to disk when it closes.
  let page = await phone.restart({ isOffline: false });
  await page.getByRole('link', { name: 'Inspect the railing' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  proxy.shouldInterruptUploads = true;
  const overview = page.getByRole('group', { name: 'Overview' });
  const pictureFiles = Array.from({ length: PICTURE_COUNT }, (_, number) =>
    createPhotoFile(`${number}.jpg`, [2_000, 1_500]),
  );
  const chunkSent = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.url().includes('/uploads/'),
  );
  await overview.locator('input[multiple]').setInputFiles(await Promise.all(pictureFiles));
  await overview.getByText(`${PICTURE_COUNT} photos added.`).waitFor({ timeout: 120_000 });
  await chunkSent;
  await phone.setOffline(true);
  await page.getByRole('textbox', { name: 'Observations' }).fill('Rust at the joint');
  await page.getByText('Saved on this device').waitFor();
  const pictures = await readStoredPictures(page);

  proxy.publishNewVersion();
  await phone.setOffline(false);
  await page.evaluate('navigator.serviceWorker.ready.then((registration) => registration.update())');
  await waitForExpression(
    page,
    'navigator.serviceWorker.getRegistration().then((registration) => Boolean(registration.waiting))',
  );
  assert.equal(
    await page.locator(NEW_VERSION_MARKER).count(),
    0,
    'the app is not updated during an inspection',
  );
  await phone.kill();
  proxy.shouldInterruptUploads = false;
  page = await phone.restart({ isOffline: false });
  // Killing the browser can lose a new app version that it has only just stored. The app then downloads it again and
  // offers to update itself.
  const updateButton = page.getByRole('button', { name: 'New version available. Update now' });
  updateButton.click().catch(() => undefined);
  await page.locator(NEW_VERSION_MARKER).waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'Sent' }).click();
  await page.getByText('Everything is on the server').waitFor({ timeout: 120_000 });

  const { answers, uploads } = (await person.get(`/api/v1/inspections/${id}`)).body;
  assert.equal(answers.Notes, 'Rust at the joint');
  assert.equal(answers.Overview.length, PICTURE_COUNT);
  assert.deepEqual(uploads.map((upload: { id: string }) => upload.id).sort(), [...answers.Overview].sort());
  for (const upload of uploads) assert.equal(upload.sha256, sha256(pictures.get(upload.id)!));
});
