import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Field } from '#contract/workbook-definition.ts';
import { openInspector } from '#inspector/testing/open-inspector.ts';
import { assertAccessibleInBothThemes } from '#portal/testing/open-portal.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { readPdf } from '#service/testing/read-pdf.ts';
import { startService } from '#service/testing/start-service.ts';
import { createNoisyJpeg } from '#service/testing/upload-client.ts';

const FIELDS: Field[] = [
  {
    ...{ name: 'Surface', type: 'singleChoice', label: 'State of the surface', failWhen: '. = "bad"' },
    choices: [
      { value: 'good', label: 'Good' },
      { value: 'bad', label: 'Worn through' },
    ],
    followUp: { workbook: 'Railing', dueInDays: 7 },
  },
  { name: 'Overview', type: 'photo', label: 'Overview of the door' },
  { name: 'Height', type: 'decimal', label: 'Height in metres', required: true },
];

/** Taps a button and returns the downloaded file. */
const download = async (page: Page, button: Locator) => {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
};

test('an inspector saves the report as a web page offline, and as a PDF online', async (t) => {
  const service = await startService(t);
  await addWorkbook(service.database.db, service.organisation, { name: 'Door', fields: FIELDS });
  await planTask(service, await service.as('coordinator'), {
    ...{ title: 'Inspect the door', workbookName: 'Door', description: 'Ring at number 4.' },
  });
  const phone = await openInspector(t, service, { acceptDownloads: true });
  if (!phone) return;
  await phone.page.getByRole('link', { name: 'All sent' }).click();
  // By now, the workbook has been downloaded as well.
  await phone.page.getByText(/^Connected/).waitFor();
  await phone.context.setOffline(true);
  const page = await phone.restart();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('group', { name: 'State of the surface' }).getByText('Worn through').click();
  await page
    .getByRole('group', { name: 'Overview of the door' })
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: await createNoisyJpeg(640, 480) });
  await page.getByRole('group', { name: 'Overview of the door' }).getByRole('listitem').waitFor();

  await page.getByRole('button', { name: /answered/ }).click();
  await page.getByRole('button', { name: 'Show report' }).click();
  const report = page.getByRole('article');
  await report.getByRole('heading', { name: 'Inspect the door' }).waitFor();
  await report.getByText('One question still needs an answer.').waitFor();
  await report.getByRole('heading', { name: 'One failed answer' }).waitFor();
  await report.getByText(/^Task for Bridges: Railing check, by \d+ \w+ \d{4}$/).waitFor();
  await report.getByText('Ring at number 4.').waitFor();
  await assertAccessibleInBothThemes(page);
  await report.getByRole('button', { name: 'Overview of the door: Photo 1' }).click();
  await page.getByRole('dialog').getByRole('img', { name: 'Photo 1' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('textbox', { name: /^Height/ }).fill('2.1');
  await page.getByText('Nothing missing').waitFor();
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await page.getByRole('button', { name: 'Show report' }).click();
  await report.getByText('2.1').waitFor();
  assert.equal(await report.getByText('Draft').count(), 0);
  await page.getByRole('button', { name: 'Share or print' }).last().click();
  const shareDialog = page.getByRole('dialog', { name: 'Share or print' });
  await shareDialog.getByText('You are offline.').waitFor();
  assert.equal(await shareDialog.getByRole('button', { name: 'Download PDF' }).count(), 0);
  const save = shareDialog.getByRole('link', { name: 'Save page' });
  const { name, bytes } = await download(page, save);
  assert.equal(name, 'WO-1 Inspect the door.html');
  const savedPage = await phone.context.newPage();
  await savedPage.setContent(bytes.toString());
  await savedPage.getByRole('heading', { name: 'Inspect the door' }).waitFor();
  await savedPage.getByText('Worn through').first().waitFor();
  assert.deepEqual(
    await savedPage.evaluate(
      '(async () => { const [image] = document.images; await image.decode(); return [image.naturalWidth, document.images.length]; })()',
    ),
    [640, 1],
  );
  assert.equal(await savedPage.getByRole('button').count(), 0);
  await assertAccessibleInBothThemes(savedPage);
  await savedPage.close();

  await phone.context.route('**/api/v1/uploads', (route) => route.abort());
  await phone.context.setOffline(false);
  // The two changes are the picture and the completion.
  await shareDialog.getByText('2 changes have not been sent yet.').waitFor();
  await phone.context.unroute('**/api/v1/uploads');
  await shareDialog.getByRole('button', { name: 'Download PDF' }).click();
  const savePdf = shareDialog.getByRole('link', { name: 'Save PDF' });
  await savePdf.waitFor();
  await assertAccessibleInBothThemes(page);
  const pdf = await download(page, savePdf);
  assert.equal(pdf.name, 'WO-1 Inspect the door.pdf');
  assert.equal(pdf.bytes.subarray(0, 4).toString(), '%PDF');
  assert.match((await readPdf(pdf.bytes)).text, /Height in metres 2\.1/);
  phone.assertNoPageErrors();
});
