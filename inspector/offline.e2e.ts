import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Field } from '#contract/workbook-definition.ts';
import { createPhotoFile } from '#inspector/testing/create-photo-file.ts';
import { drawSignature } from '#inspector/testing/draw-signature.ts';
import { openPersistentInspector } from '#inspector/testing/open-inspector.ts';
import { readStoredPictures } from '#inspector/testing/read-stored-pictures.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';
import { sha256 } from '#service/testing/upload-client.ts';

const FIELDS: Field[] = [
  { name: 'Height', label: 'Clear height', type: 'decimal', required: true },
  { name: 'Notes', label: 'Observations', type: 'longText' },
  { name: 'Overview', label: 'Overview', type: 'photo', required: true },
  { name: 'Signed', label: 'Signature', type: 'signature', required: true },
];
const BRIDGES = ['Molenbrug', 'Sluisbrug', 'Spoorbrug'];

const answerQuestions = async (page: Page, bridge: string) => {
  await page.getByRole('link', { name: bridge }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('textbox', { name: /^Clear height/ }).fill('3,25');
  await page.getByRole('textbox', { name: 'Observations' }).fill(`Rust at the ${bridge}`);
  const overview = page.getByRole('group', { name: 'Overview' });
  await overview
    .locator('input[multiple]')
    .setInputFiles([
      await createPhotoFile(`${bridge} north.jpg`, [2_400, 1_800]),
      await createPhotoFile(`${bridge} south.jpg`),
    ]);
  await overview.getByText('2 photos added.').waitFor();
  await drawSignature(page, page.getByRole('group', { name: 'Signature' }));
};

const completeInspection = async (page: Page) => {
  await page.getByRole('button', { name: 'Complete' }).click();
  await page
    .getByRole('dialog', { name: 'Complete the inspection?' })
    .getByRole('button', { name: 'Complete' })
    .click();
  await page.getByRole('heading', { name: 'Completed' }).waitFor();
  await page.getByRole('button', { name: 'Back to tasks' }).click();
};

test('three offline inspections with pictures and signatures arrive byte for byte after a browser restart', async (t) => {
  const service = await startService(t);
  await addWorkbook(service.database.db, service.organisation, { name: 'Bridge', fields: FIELDS });
  const planner = await service.as('coordinator');
  const taskIds = [];
  for (const title of BRIDGES) {
    const task = { title, externalId: title, workbookName: 'Bridge', plannedStart: new Date() };
    taskIds.push(await planTask(service, planner, task));
  }
  const phone = await openPersistentInspector(t, service);
  if (!phone) return;
  await phone.page.getByRole('link', { name: 'Spoorbrug' }).waitFor();
  await phone.setOffline(true);
  await answerQuestions(phone.page, 'Molenbrug');
  await completeInspection(phone.page);
  await answerQuestions(phone.page, 'Sluisbrug');

  const page = await phone.restart({ isOffline: true });
  await page.getByText('No connection').waitFor();
  await page.getByRole('link', { name: 'Sluisbrug' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  assert.equal(
    await page.getByRole('textbox', { name: 'Observations' }).inputValue(),
    'Rust at the Sluisbrug',
  );
  await page.getByRole('group', { name: 'Signature' }).getByRole('img').waitFor();
  await completeInspection(page);
  await answerQuestions(page, 'Spoorbrug');
  await completeInspection(page);
  const pictures = await readStoredPictures(page);
  assert.equal(pictures.size, 9);

  await phone.setOffline(false);
  await page.getByRole('link', { name: 'Sent' }).click();
  await page.getByText('Everything is on the server').waitFor({ timeout: 60_000 });
  const anna = await service.as('anna');
  for (const [number, taskId] of taskIds.entries()) {
    const { body: task } = await planner.get(`/api/v1/tasks/${taskId}`);
    assert.equal(task.state, 'Closed');
    const { body: list } = await anna.get(`/api/v1/inspections?taskId=${taskId}`);
    const { body: result } = await anna.get(`/api/v1/inspections/${list.inspections[0].id}`);
    const { Overview, Signed, ...typedAnswers } = result.answers;
    assert.deepEqual(typedAnswers, { Height: 3.25, Notes: `Rust at the ${BRIDGES[number]}` });
    assert.deepEqual(result.uploads.map(({ id }: { id: string }) => id).sort(), [...Overview, Signed].sort());
    for (const upload of result.uploads) assert.equal(upload.sha256, sha256(pictures.get(upload.id)!));
  }
  phone.assertNoPageErrors();
});
