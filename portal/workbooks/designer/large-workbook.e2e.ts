import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startPortal } from '#portal/testing/open-portal.ts';
import type { TestService } from '#service/testing/start-service.ts';

/** The maximum number of fields, some of them calculated from others. */
const SECTIONS = 40;
const IN_SECTION = 49;

const section = (number: number) => ({
  name: `Part_${number}`,
  type: 'section',
  label: `Part ${number}`,
  fields: Array.from({ length: IN_SECTION }, (_, place) => question(number, place)),
});
const question = (part: number, place: number) => {
  const name = `Q_${part}_${place}`;
  const before = `Q_${part}_${place - (place % 4)}`;
  switch (place % 4) {
    case 0:
      return { name, type: 'decimal', label: `Measure ${place} of part ${part}`, min: 0 };
    case 1:
      return {
        name,
        type: 'singleChoice',
        label: `State ${place} of part ${part}`,
        choices: [
          { value: 'good', label: 'Good' },
          { value: 'bad', label: 'Bad' },
        ],
        failWhen: ". = 'bad'",
      };
    case 2:
      return { name, type: 'calculated', label: 'Half', calculation: `\${${before}} div 2` };
    default:
      return { name, type: 'text', label: `Remark ${place}`, relevant: `\${${before}} > 3` };
  }
};

const withLargeDraft = async (service: TestService) => {
  const fields = Array.from({ length: SECTIONS }, (_, number) => section(number));
  const { Railing: id } = service.organisation.workbookIds;
  const admin = await service.as('admin');
  const { body } = await admin.request(
    'PUT',
    `/api/v1/workbooks/${id}/draft`,
    { fields },
    { 'if-none-match': '*' },
  );
  assert.deepEqual(body.errors, []);
};

/** Milliseconds of CPU time that the browser needs for an action. */
const workOf = async (page: Page) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' });
  const now = async () => {
    const { metrics } = await browser.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000;
  };
  return async (act: () => Promise<unknown>) => {
    const before = await now();
    await act();
    await page.evaluate('new Promise((done) => requestIdleCallback(done))');
    return Math.round((await now()) - before);
  };
};

test('an administrator opens, edits and reorders a workbook with 2,000 fields', async (t) => {
  const portal = await startPortal(t, { prepare: withLargeDraft, viewport: { width: 1360, height: 850 } });
  if (!portal) return;
  const { page, service } = portal;
  const measure = await workOf(page);
  const address = `${service.url}/portal/workbooks/${service.organisation.workbookIds.Railing}/design`;
  const rows = page.getByRole('treeitem');
  const opening = await measure(async () => {
    await page.goto(`${address}?field=Q_20_4`);
    await page.getByRole('treeitem', { name: /Q_20_4 / }).waitFor();
    await page.getByRole('region', { name: 'Preview on a phone' }).waitFor();
  });
  t.diagnostic(`opening: ${opening} ms of work, ${await page.locator('*').count()} elements`);

  const label = page.getByRole('textbox', { name: 'Question', exact: true });
  await label.focus();
  await page.keyboard.press('End');
  const letters: number[] = [];
  for (const letter of 'of the northern abutment') {
    letters.push(await measure(() => page.keyboard.press(letter === ' ' ? 'Space' : letter)));
  }
  letters.sort((a, b) => a - b);
  t.diagnostic(`a letter: ${letters[letters.length >> 1]} ms of work, at worst ${letters.at(-1)}`);
  await page.getByRole('treeitem', { name: /of the northern abutment/ }).waitFor();

  const selected = page.getByRole('treeitem', { name: /Q_20_4 / });
  await selected.focus();
  const moves: number[] = [];
  for (let step = 0; step < 8; step += 1) {
    moves.push(await measure(() => page.keyboard.press('Alt+ArrowDown')));
  }
  moves.sort((a, b) => a - b);
  t.diagnostic(`a move: ${moves[moves.length >> 1]} ms of work, at worst ${moves.at(-1)}`);
  assert.equal(await selected.getAttribute('aria-posinset'), '13');
  assert.ok((await rows.count()) > 0);
  await page.getByText('No errors').waitFor();
  portal.assertNoPageErrors();
});
