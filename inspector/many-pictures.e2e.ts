import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { createPhotoFile } from '#inspector/testing/create-photo-file.ts';
import { openPersistentInspector } from '#inspector/testing/open-inspector.ts';
import { readStoredPictures } from '#inspector/testing/read-stored-pictures.ts';
import { rounds } from '#inspector/testing/rounds.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';
import { sha256 } from '#service/testing/upload-client.ts';

const SIDES = ['North', 'East', 'South'];
const FIELDS: Field[] = SIDES.map((name) => ({ name, label: name, type: 'photo', maxCount: 100 }));
const PICTURES_PER_SIDE = 100;
/** Fault campaigns use realistic picture sizes. */
const PICTURE_SIZE = rounds > 1 ? ([2_048, 1_536] as const) : ([640, 480] as const);
const BATCH_SIZE = 20;
const MAX_WAIT_MS = 600_000;

test('300 pictures added to one inspection offline arrive byte for byte after the phone is killed', async (t) => {
  const service = await startService(t);
  const { id, person } = await startNewInspection(service, { fields: FIELDS });
  const phone = await openPersistentInspector(t, service);
  if (!phone) return;
  await phone.page.getByRole('link', { name: 'Inspect the railing' }).waitFor();
  // Restart, because the browser only flushes the sign-in cookie to disk when it closes.
  let page = await phone.restart({ isOffline: false });
  await page.getByRole('link', { name: 'Inspect the railing' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('group', { name: 'North' }).waitFor();
  await phone.setOffline(true);
  const addingStart = performance.now();
  for (const side of SIDES) {
    const group = page.getByRole('group', { name: side });
    for (let batchStart = 0; batchStart < PICTURES_PER_SIDE; batchStart += BATCH_SIZE) {
      const files = Array.from({ length: BATCH_SIZE }, (_, number) =>
        createPhotoFile(`${side} ${batchStart + number}.jpg`, PICTURE_SIZE),
      );
      await group.locator('input[multiple]').setInputFiles(await Promise.all(files));
      await group
        .getByRole('listitem')
        .nth(batchStart + BATCH_SIZE - 1)
        .waitFor({ timeout: MAX_WAIT_MS });
    }
  }
  await page.getByText('Saved on this device').waitFor({ timeout: MAX_WAIT_MS });
  const addingMs = performance.now() - addingStart;
  const pictures = await readStoredPictures(page);
  assert.equal(pictures.size, SIDES.length * PICTURES_PER_SIDE);
  const heapMegabytes = Math.round((await phone.measureHeapBytes(page)) / 2 ** 20);
  await phone.kill();

  page = await phone.restart({ isOffline: false });
  const sendingStart = performance.now();
  await page.getByRole('link', { name: 'Sent' }).click();
  await page.getByText('Everything is on the server').waitFor({ timeout: MAX_WAIT_MS });
  const sendingMs = performance.now() - sendingStart;
  const { answers, uploads } = (await person.get(`/api/v1/inspections/${id}`)).body;
  assert.deepEqual(
    SIDES.map((side) => answers[side].length),
    SIDES.map(() => PICTURES_PER_SIDE),
  );
  assert.equal(uploads.length, SIDES.length * PICTURES_PER_SIDE);
  for (const upload of uploads) assert.equal(upload.sha256, sha256(pictures.get(upload.id)!));
  const formatSeconds = (milliseconds: number) => `${Math.round(milliseconds / 1_000)} s`;
  t.diagnostic(
    `300 pictures added in ${formatSeconds(addingMs)}, sent in ${formatSeconds(sendingMs)}, ${heapMegabytes} MB of heap on the phone`,
  );
});
