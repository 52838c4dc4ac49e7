import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Field } from '#contract/workbook-definition.ts';
import { openInspector } from '#inspector/testing/open-inspector.ts';
import { photo } from '#inspector/testing/photo.ts';
import { perform } from '#service/testing/perform.ts';
import { startService } from '#service/testing/start-service.ts';

const KILLS = 50;
const LATEST_KILL_MS = 1_500;
const FIELDS: Field[] = [
  { name: 'Notes', label: 'What strikes you', type: 'longText' },
  { name: 'Overview', label: 'Overview', type: 'photo', maxCount: 50 },
  {
    name: 'Defects',
    label: 'Kinds of damage',
    type: 'multiChoice',
    choices: [{ value: 'rust' }, { value: 'cracks' }],
  },
];

/** What the page shows as lying on the device, at one moment. */
type Kept = { isKept: boolean; notes: string; pictures: number; isRusty: boolean };
const look = (page: Page) =>
  page.evaluate(`({
    isKept: document.querySelector('header p').dataset.kept === 'true',
    notes: document.querySelector('textarea').value,
    pictures: document.querySelectorAll('[data-path="Overview"] li').length,
    isRusty: document.querySelector('input[type=checkbox]').checked,
  })`) as Promise<Kept>;

/** Types, chooses and takes pictures all at once, until the page is killed. */
const workOn = async (page: Page, round: number) => {
  const picture = await photo(`${round}.jpg`, [320, 240]);
  const notes = page.getByRole('textbox', { name: 'What strikes you', exact: true });
  await notes.focus();
  await page.keyboard.press('Control+End');
  const acts = [
    notes.pressSequentially(` ${round} rust at the joint`, { delay: 20 }),
    page.getByRole('group', { name: 'Overview' }).locator('input[multiple]').setInputFiles(picture),
    page.getByText('rust', { exact: true }).click(),
  ];
  // Cut off with the page.
  for (const act of acts) act.catch(() => undefined);
};

test('of answers and pictures that a page showed as kept, none is lost when it is killed at fifty moments, with and without a network', async (t) => {
  const service = await startService(t);
  const { id, person } = await perform(service, { fields: FIELDS });
  const phone = await openInspector(t, service);
  if (!phone) return;
  const path = `/inspect/inspections/${id}`;
  await phone.page.getByRole('link', { name: /./ }).first().waitFor();
  let page = await phone.restart(path);
  let kept: Kept = { isKept: true, notes: '', pictures: 0, isRusty: false };
  let lost = 0;
  for (let round = 0; round < KILLS; round++) {
    await page.locator('textarea').first().waitFor();
    const found = await look(page);
    if (!found.notes.startsWith(kept.notes) || found.pictures < kept.pictures) {
      lost++;
      t.diagnostic(`round ${round}: ${JSON.stringify({ kept, found })}`);
    }
    await phone.context.setOffline(Math.random() < 0.5);
    await workOn(page, round);
    const end = performance.now() + Math.random() * LATEST_KILL_MS;
    while (performance.now() < end) {
      const seen = await look(page);
      if (seen.isKept) kept = seen;
      else kept = { ...kept, pictures: seen.pictures };
    }
    const crashed = page.waitForEvent('crash');
    const client = await phone.context.newCDPSession(page);
    // Nobody is left to answer.
    client.send('Page.crash').catch(() => undefined);
    await crashed;
    page = await phone.restart(path);
  }
  assert.equal(lost, 0, `${lost} of ${KILLS} kills lost something`);
  t.diagnostic(`${KILLS} kills: ${kept.pictures} pictures, ${kept.notes.length} characters, ${lost} lost`);
  assert.ok(kept.pictures > 3 && kept.notes.length > 20, JSON.stringify(kept));

  await page.locator('textarea').first().waitFor();
  const last = await look(page);
  await phone.context.setOffline(false);
  page = await phone.restart('/inspect/sent');
  await page.getByText('Everything is on the server').waitFor({ timeout: 60_000 });
  const { answers, uploads } = (await person.get(`/api/v1/inspections/${id}`)).body;
  assert.equal(answers.Notes, last.notes);
  assert.equal(answers.Overview.length, last.pictures);
  assert.deepEqual(
    answers.Overview.filter((each: string) => !uploads.some((upload: { id: string }) => upload.id === each)),
    [],
  );
});
