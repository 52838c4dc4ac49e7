import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Field } from '#contract/workbook-definition.ts';
import { createPhotoFile } from '#inspector/testing/create-photo-file.ts';
import { openInspector } from '#inspector/testing/open-inspector.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';

const KILL_COUNT = 50;
const LATEST_KILL_MS = 1_500;
const FIELDS: Field[] = [
  { name: 'Notes', label: 'Observations', type: 'longText' },
  { name: 'Overview', label: 'Overview', type: 'photo', maxCount: 50 },
  {
    name: 'Defects',
    label: 'Kinds of damage',
    type: 'multiChoice',
    choices: [{ value: 'rust' }, { value: 'cracks' }],
  },
];

/** The data on the page, and whether the page shows it as saved. */
type PageState = { isSaved: boolean; notes: string; pictures: number; isRusty: boolean };
const readState = (page: Page) =>
  page.evaluate(`({
    isSaved: document.querySelector('header p').dataset.saved === 'true',
    notes: document.querySelector('textarea').value,
    pictures: document.querySelectorAll('[data-path="Overview"] li').length,
    isRusty: document.querySelector('input[type=checkbox]').checked,
  })`) as Promise<PageState>;

/** Starts typing text, selecting an answer and adding a picture concurrently, without waiting for any to finish. */
const workOn = async (page: Page, round: number) => {
  const picture = await createPhotoFile(`${round}.jpg`, [320, 240]);
  const notes = page.getByRole('textbox', { name: 'Observations', exact: true });
  await notes.focus();
  await page.keyboard.press('Control+End');
  const actions = [
    notes.pressSequentially(` ${round} rust at the joint`, { delay: 20 }),
    page.getByRole('group', { name: 'Overview' }).locator('input[multiple]').setInputFiles(picture),
    page.getByText('rust', { exact: true }).click(),
  ];
  // The actions fail when the page crashes.
  for (const action of actions) action.catch(() => undefined);
};

test('no answer or picture shown as saved is lost when the page is killed, whether online or offline', async (t) => {
  const service = await startService(t);
  const { id, person } = await startNewInspection(service, { fields: FIELDS });
  const phone = await openInspector(t, service);
  if (!phone) return;
  const path = `/inspect/inspections/${id}`;
  await phone.page.getByRole('link', { name: /./ }).first().waitFor();
  let page = await phone.restart(path);
  let savedState: PageState = { isSaved: true, notes: '', pictures: 0, isRusty: false };
  let lossCount = 0;
  for (let round = 0; round < KILL_COUNT; round++) {
    await page.locator('textarea').first().waitFor();
    const restoredState = await readState(page);
    if (!restoredState.notes.startsWith(savedState.notes) || restoredState.pictures < savedState.pictures) {
      lossCount++;
      t.diagnostic(`round ${round}: ${JSON.stringify({ savedState, restoredState })}`);
    }
    await phone.context.setOffline(Math.random() < 0.5);
    await workOn(page, round);
    const killTime = performance.now() + Math.random() * LATEST_KILL_MS;
    while (performance.now() < killTime) {
      const currentState = await readState(page);
      if (currentState.isSaved) savedState = currentState;
      else savedState = { ...savedState, pictures: currentState.pictures };
    }
    const crashEvent = page.waitForEvent('crash');
    const client = await phone.context.newCDPSession(page);
    // The crashed page never responds.
    client.send('Page.crash').catch(() => undefined);
    await crashEvent;
    page = await phone.restart(path);
  }
  assert.equal(lossCount, 0, `${lossCount} of ${KILL_COUNT} kills lost something`);
  t.diagnostic(
    `${KILL_COUNT} kills: ${savedState.pictures} pictures, ${savedState.notes.length} characters, ${lossCount} lost`,
  );
  assert.ok(savedState.pictures > 3 && savedState.notes.length > 20, JSON.stringify(savedState));

  await page.locator('textarea').first().waitFor();
  const lastState = await readState(page);
  await phone.context.setOffline(false);
  page = await phone.restart('/inspect/sent');
  await page.getByText('Everything is on the server').waitFor({ timeout: 60_000 });
  const { answers, uploads } = (await person.get(`/api/v1/inspections/${id}`)).body;
  assert.equal(answers.Notes, lastState.notes);
  assert.equal(answers.Overview.length, lastState.pictures);
  assert.deepEqual(
    answers.Overview.filter(
      (pictureId: string) => !uploads.some(({ id: uploadId }: { id: string }) => uploadId === pictureId),
    ),
    [],
  );
});
