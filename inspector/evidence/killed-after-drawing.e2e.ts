import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPhotoFile } from '#inspector/testing/create-photo-file.ts';
import { drawOn } from '#inspector/testing/draw-on.ts';
import { openPersistentInspector } from '#inspector/testing/open-inspector.ts';
import { readStoredPictures } from '#inspector/testing/read-stored-pictures.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';
import { sha256 } from '#service/testing/upload-client.ts';

test('a drawing on a sent picture survives the phone being killed, and is sent once', async (t) => {
  const service = await startService(t);
  const { id, person, read } = await startNewInspection(service, {
    fields: [{ name: 'Overview', label: 'Overview', type: 'photo' }],
  });
  const phone = await openPersistentInspector(t, service);
  if (!phone) return;
  await phone.page.getByRole('link', { name: 'Inspect the railing' }).waitFor();
  // Restart, because the browser only flushes the sign-in cookie to disk when it closes.
  let page = await phone.restart({ isOffline: false });
  await page.getByRole('link', { name: 'Inspect the railing' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const overview = page.getByRole('group', { name: 'Overview' });
  const originalResponse = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.url().includes('/uploads/'),
  );
  await overview.locator('input[multiple]').setInputFiles(await createPhotoFile('north.jpg'));
  await originalResponse;
  const [original] = (await read()).uploads;

  // The phone is online, but no chunk of the drawing reaches the server.
  await page.route('**/uploads/**', () => {});
  const drawingRequest = page.waitForRequest((request) => request.url().includes('/uploads/'));
  await overview.getByRole('button', { name: /photo 1 of 1/ }).click();
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await drawOn(page, /^Photo with your/, [
    [0.2, 0.5],
    [0.8, 0.5],
  ]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await drawingRequest;
  const pictures = await readStoredPictures(page);
  await phone.kill();

  page = await phone.restart({ isOffline: true });
  await page.getByRole('link', { name: 'Inspect the railing' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /photo 1 of 1/ }).waitFor();
  await phone.setOffline(false);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('link', { name: 'All sent' }).waitFor({ timeout: 60_000 });
  const { answers, uploads } = await read();
  assert.equal(uploads.length, 1, 'the picture without the drawing is deleted');
  assert.deepEqual(answers.Overview, [uploads[0].id]);
  assert.notEqual(uploads[0].id, original.id);
  assert.equal(uploads[0].sha256, sha256(pictures.get(uploads[0].id)!));
  const { revisions } = (await person.get(`/api/v1/inspections/${id}/revisions`)).body;
  assert.deepEqual(
    revisions.map(({ value }: { value: unknown }) => value),
    [[original.id], [uploads[0].id]],
  );
});
