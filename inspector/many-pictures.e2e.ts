import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { openPersistentInspector } from '#inspector/testing/open-inspector.ts';
import { photo } from '#inspector/testing/photo.ts';
import { rounds } from '#inspector/testing/rounds.ts';
import { storedPictures } from '#inspector/testing/stored-pictures.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';
import { sha256Of } from '#service/testing/upload-caller.ts';

const SIDES = ['North', 'East', 'South'];
const FIELDS: Field[] = SIDES.map((name) => ({ name, label: name, type: 'photo', maxCount: 100 }));
/** Pictures for each side. Fault campaigns use the size of camera pictures. */
const PICTURES = 100;
const SIZE = rounds > 1 ? ([2_048, 1_536] as const) : ([640, 480] as const);
const BATCH_SIZE = 20;
const MAX_WAIT_MS = 600_000;

test('300 pictures of one inspection, taken offline, arrive byte for byte after the phone was killed', async (t) => {
  const service = await startService(t);
  const { id, person } = await startNewInspection(service, { fields: FIELDS });
  const phone = await openPersistentInspector(t, service);
  if (!phone) return;
  await phone.page.getByRole('link', { name: 'Inspect the railing' }).waitFor();
  // The browser writes the sign-in cookie when it is closed.
  let page = await phone.restart({ isOffline: false });
  await page.getByRole('link', { name: 'Inspect the railing' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('group', { name: 'North' }).waitFor();
  await phone.setOffline(true);
  const takenAt = performance.now();
  for (const side of SIDES) {
    const group = page.getByRole('group', { name: side });
    for (let first = 0; first < PICTURES; first += BATCH_SIZE) {
      const files = Array.from({ length: BATCH_SIZE }, (_, number) =>
        photo(`${side} ${first + number}.jpg`, SIZE),
      );
      await group.locator('input[multiple]').setInputFiles(await Promise.all(files));
      await group
        .getByRole('listitem')
        .nth(first + BATCH_SIZE - 1)
        .waitFor({ timeout: MAX_WAIT_MS });
    }
  }
  await page.getByText('Saved on this device').waitFor({ timeout: MAX_WAIT_MS });
  const taken = performance.now() - takenAt;
  const pictures = await storedPictures(page);
  assert.equal(pictures.size, SIDES.length * PICTURES);
  const heap = Math.round((await phone.heapBytes(page)) / 2 ** 20);
  await phone.kill();

  page = await phone.restart({ isOffline: false });
  const sentAt = performance.now();
  await page.getByRole('link', { name: 'Sent' }).click();
  await page.getByText('Everything is on the server').waitFor({ timeout: MAX_WAIT_MS });
  const sent = performance.now() - sentAt;
  const { answers, uploads } = (await person.get(`/api/v1/inspections/${id}`)).body;
  assert.deepEqual(
    SIDES.map((side) => answers[side].length),
    SIDES.map(() => PICTURES),
  );
  assert.equal(uploads.length, SIDES.length * PICTURES);
  for (const upload of uploads) assert.equal(upload.sha256, sha256Of(pictures.get(upload.id)!));
  const seconds = (milliseconds: number) => `${Math.round(milliseconds / 1_000)} s`;
  t.diagnostic(
    `300 pictures taken in ${seconds(taken)}, sent in ${seconds(sent)}, ${heap} MB of heap on the phone`,
  );
});
