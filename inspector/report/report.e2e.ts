import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { Field } from '#contract/workbook-definition.ts';
import { openInspector } from '#inspector/testing/open-inspector.ts';
import { assertAccessibleInBothThemes } from '#portal/testing/open-portal.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, createUploadClient } from '#service/testing/upload-client.ts';

const CHOICES = [
  { value: 'pass', label: { en: 'Pass', nl: 'Goed' } },
  { value: 'fail', label: { en: 'Fail', nl: 'Afgekeurd' } },
];

const FIELDS: Field[] = [
  {
    ...{ name: 'Deck', type: 'section', label: { en: 'Deck', nl: 'Brugdek' } },
    fields: [
      {
        ...{ name: 'Surface', type: 'singleChoice', choices: CHOICES, failWhen: '. = "fail"' },
        label: { en: 'Condition of the surface', nl: 'Staat van het oppervlak' },
        followUp: { workbook: 'Railing', dueInDays: 14 },
      },
      {
        ...{ name: 'Height', type: 'decimal', required: true },
        label: { en: 'Clear height (m)', nl: 'Doorvaarthoogte (m)' },
      },
      {
        ...{ name: 'Double', type: 'calculated', calculation: '${Height} * 2' },
        label: { en: 'Twice that', nl: 'Tweemaal dat' },
      },
      { ...{ name: 'Place', type: 'location' }, label: { en: 'Where', nl: 'Waar' } },
    ],
  },
  {
    ...{ name: 'Defects', type: 'repeat', label: { en: 'Defect', nl: 'Gebrek' } },
    fields: [
      { ...{ name: 'What', type: 'text' }, label: { en: 'Description', nl: 'Omschrijving' } },
      {
        ...{ name: 'Severe', type: 'boolean', failWhen: '. = true()' },
        label: { en: 'Is it severe?', nl: 'Is het ernstig?' },
      },
    ],
  },
  { ...{ name: 'Overview', type: 'photo' }, label: { en: 'Overview', nl: 'Overzicht' } },
  {
    ...{ name: 'Mark', type: 'signature', required: true },
    label: { en: 'Owner’s signature', nl: 'Handtekening van de eigenaar' },
  },
];

/** Opens the report of Anna's inspection, which has a picture from a different device, on her phone. */
const openReport = async (t: TestContext, settings: Parameters<typeof openInspector>[2] = {}) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, {
    fields: FIELDS,
    task: { title: 'Annual inspection of the swing bridge over the old canal' },
  });
  const { db } = service.database;
  const { tenantId, userIds } = service.organisation;
  const token = await grantToken(db, tenantId, userIds.anna!);
  const { send } = createUploadClient(service.url, token, inspection.id);
  const { id } = await send(await createNoisyJpeg(640, 480), {
    field: 'Overview',
    filename: 'from-afar.jpg',
  });
  await inspection.answer(
    {
      ...{ Surface: 'fail', Height: 3.25, Overview: [id] },
      Place: { latitude: 52.3636, longitude: 4.9024, accuracy: 4 },
      Defects: [
        { What: 'Crack in the third plank', Severe: true },
        { What: 'Rust', Severe: false },
      ],
    },
    { comments: { Surface: { text: 'Worn through next to the joint.' } } },
  );
  const phone = await openInspector(t, service, { acceptDownloads: true, ...settings });
  if (!phone) return undefined;
  const { page } = phone;
  await page.getByRole('link', { name: /swing bridge/ }).click();
  await page.getByRole('link', { name: /^(Report|Rapport)$/ }).click();
  await page.getByRole('article').waitFor();
  return phone;
};

const readScrollWidth = (page: Page) => page.evaluate('document.documentElement.scrollWidth');

test('an inspector reads a task’s report on a small phone with large text, in Dutch', async (t) => {
  const opened = await openReport(t, {
    viewport: { width: 320, height: 640 },
    colorScheme: 'dark',
    locale: 'nl-NL',
  });
  if (!opened) return;
  const { page, context, assertNoPageErrors } = opened;
  const report = page.getByRole('article');
  // The picture comes from a different device.
  await report.getByRole('button', { name: /Foto 1$/ }).waitFor();
  await context.setOffline(true);
  await page.reload();
  await report.getByText('Eén vraag moet nog worden beantwoord.').waitFor();
  await report.getByRole('heading', { name: '2 antwoorden die niet voldoen' }).waitFor();
  await report.getByText('Gebrek 1 › Is het ernstig?').waitFor();
  await report.getByText(/^Taak voor Bridges: Railing check, uiterlijk /).waitFor();
  await report.getByText('52,3636° NB 4,9024° OL, ± 4 m').waitFor();
  await report.getByText('6,5', { exact: true }).waitFor();
  await report.getByText('Foto 1 · from-afar.jpg · niet op dit apparaat').waitFor();
  await report.getByText('Opmerking: Worn through next to the joint.').first().waitFor();
  assert.equal(await readScrollWidth(page), 320);
  await page.evaluate('void (document.documentElement.style.fontSize = "200%")');
  assert.equal(await readScrollWidth(page), 320);
  await assertAccessibleInBothThemes(page);
  await page.evaluate('void (document.documentElement.style.fontSize = "")');
  assert.deepEqual(await findSmallTargets(page), []);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Delen of afdrukken' }).first().click();
  await page.getByRole('button', { name: 'Pdf downloaden' }).waitFor();
  assert.deepEqual(await findSmallTargets(page), []);
  await page.evaluate('void (document.documentElement.style.fontSize = "200%")');
  assert.equal(await readScrollWidth(page), 320);
  await assertAccessibleInBothThemes(page);
  assertNoPageErrors();
});

test('an inspector shares the page and the PDF with other apps', async (t) => {
  const opened = await openReport(t);
  if (!opened) return;
  const { page, context, assertNoPageErrors } = opened;
  // Stubs the phone's share dialog, which is outside the page.
  await context.addInitScript(`
    navigator.canShare = ({ files }) => files.length === 1;
    navigator.share = async ({ files: [file] }) =>
      console.info(file.name + ', ' + file.type + ', ' + (await file.text()).slice(0, 5));
  `);
  await page.reload();
  await page.getByRole('button', { name: 'Share or print' }).last().click();
  const shareDialog = page.getByRole('dialog', { name: 'Share or print' });
  const name = 'WO-1 Annual inspection of the swing bridge over the old canal';
  assert.equal(
    await captureLog(page, shareDialog.getByRole('button', { name: 'Share page' })),
    `${name}.html, text/html, <!doc`,
  );
  await shareDialog.getByRole('button', { name: 'Download PDF' }).click();
  assert.equal(
    await captureLog(page, shareDialog.getByRole('button', { name: 'Share PDF' })),
    `${name}.pdf, application/pdf, %PDF-`,
  );
  assertNoPageErrors();
});

test('an inspector can retry when the server is busy, and cancel a slow download', async (t) => {
  const opened = await openReport(t);
  if (!opened) return;
  const { page, context, assertNoPageErrors } = opened;
  await page.getByRole('button', { name: 'Share or print' }).last().click();
  const shareDialog = page.getByRole('dialog', { name: 'Share or print' });
  const download = shareDialog.getByRole('button', { name: 'Download PDF' });
  await context.route('**/report.pdf*', (route) => route.fulfill({ status: 503, body: '{}' }));
  await download.click();
  await shareDialog.getByText('The server is busy or cannot be reached.').waitFor();
  await context.unroute('**/report.pdf*');
  await context.route('**/report.pdf*', () => {});
  await download.click();
  await shareDialog.getByText('The server is creating the PDF…').waitFor();
  await assertAccessibleInBothThemes(page);
  await shareDialog.getByRole('button', { name: 'Cancel' }).click();
  await context.unroute('**/report.pdf*');
  await download.click();
  await shareDialog.getByRole('link', { name: 'Save PDF' }).waitFor();
  assertNoPageErrors();
});

test('the printed report has dark text, even in the dark theme, and no buttons', async (t) => {
  const opened = await openReport(t, { colorScheme: 'dark' });
  if (!opened) return;
  const { page, assertNoPageErrors } = opened;
  await page.evaluate('void (window.print = () => console.info(document.title))');
  await page.getByRole('button', { name: 'Share or print' }).last().click();
  assert.equal(
    await captureLog(page, page.getByRole('button', { name: 'Print or save as PDF' })),
    'WO-1 Annual inspection of the swing bridge over the old canal',
  );
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('navigation').waitFor({ state: 'hidden' });
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Share or print' }).count(), 0);
  assert.equal(
    await page.evaluate('getComputedStyle(document.querySelector("article")).color'),
    'rgb(16, 24, 32)',
  );
  assertNoPageErrors();
});

/** Taps a button and returns the message that a stub logs. */
const captureLog = async (page: Page, button: Locator): Promise<string> => {
  const [message] = await Promise.all([page.waitForEvent('console'), button.click()]);
  return message.text();
};

/** Finds tap targets that are too small for a finger. */
const findSmallTargets = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('button, a')]
    .filter((target) => { const { width, height } = target.getBoundingClientRect(); return width < 44 || height < 44; })
    .map(({ outerHTML }) => outerHTML)`);
