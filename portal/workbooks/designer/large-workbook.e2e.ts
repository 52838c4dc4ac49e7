import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { startPortal } from '#portal/testing/open-portal.ts';
import type { TestService } from '#service/testing/start-service.ts';

/** 40 sections with 49 questions each add up to 2,000 fields, which is the maximum. */
const SECTION_COUNT = 40;
const QUESTIONS_PER_SECTION = 49;

const createSection = (number: number) => ({
  name: `Part_${number}`,
  type: 'section',
  label: `Part ${number}`,
  fields: Array.from({ length: QUESTIONS_PER_SECTION }, (_, index) => createQuestion(number, index)),
});
const createQuestion = (part: number, index: number) => {
  const name = `Q_${part}_${index}`;
  const measureName = `Q_${part}_${index - (index % 4)}`;
  switch (index % 4) {
    case 0:
      return { name, type: 'decimal', label: `Measure ${index} of part ${part}`, min: 0 };
    case 1:
      return {
        name,
        type: 'singleChoice',
        label: `State ${index} of part ${part}`,
        choices: [
          { value: 'good', label: 'Good' },
          { value: 'bad', label: 'Bad' },
        ],
        failWhen: ". = 'bad'",
      };
    case 2:
      return { name, type: 'calculated', label: 'Half', calculation: `\${${measureName}} div 2` };
    default:
      return { name, type: 'text', label: `Remark ${index}`, relevant: `\${${measureName}} > 3` };
  }
};

const saveLargeDraft = async (service: TestService) => {
  const fields = Array.from({ length: SECTION_COUNT }, (_, number) => createSection(number));
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

/** Returns a function that measures how much CPU time, in milliseconds, the page uses during an action. */
const createCpuMeter = async (page: Page) => {
  const cdpSession = await page.context().newCDPSession(page);
  await cdpSession.send('Performance.enable', { timeDomain: 'threadTicks' });
  const readCpuMs = async () => {
    const { metrics } = await cdpSession.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000;
  };
  return async (action: () => Promise<unknown>) => {
    const start = await readCpuMs();
    await action();
    await page.evaluate('new Promise((done) => requestIdleCallback(done))');
    return Math.round((await readCpuMs()) - start);
  };
};

const summarise = (sortedTimesMs: readonly number[]) =>
  `median ${sortedTimesMs[sortedTimesMs.length >> 1]} ms, maximum ${sortedTimesMs.at(-1)} ms of CPU time`;

test('an administrator opens, edits and reorders a workbook with 2,000 fields', async (t) => {
  const portal = await startPortal(t, { prepare: saveLargeDraft, viewport: { width: 1360, height: 850 } });
  if (!portal) return;
  const { page, service } = portal;
  const measureCpuMs = await createCpuMeter(page);
  const url = `${service.url}/portal/workbooks/${service.organisation.workbookIds.Railing}/design`;
  const rows = page.getByRole('treeitem');
  const openingMs = await measureCpuMs(async () => {
    await page.goto(`${url}?field=Q_20_4`);
    await page.getByRole('treeitem', { name: /Q_20_4 / }).waitFor();
    await page.getByRole('region', { name: 'Preview on a phone' }).waitFor();
  });
  t.diagnostic(`opening: ${openingMs} ms of CPU time, ${await page.locator('*').count()} elements`);

  const label = page.getByRole('textbox', { name: 'Question', exact: true });
  await label.focus();
  await page.keyboard.press('End');
  const keystrokeTimesMs: number[] = [];
  for (const letter of 'of the northern abutment') {
    keystrokeTimesMs.push(await measureCpuMs(() => page.keyboard.press(letter === ' ' ? 'Space' : letter)));
  }
  keystrokeTimesMs.sort((a, b) => a - b);
  t.diagnostic(`keystroke: ${summarise(keystrokeTimesMs)}`);
  await page.getByRole('treeitem', { name: /of the northern abutment/ }).waitFor();

  const selectedRow = page.getByRole('treeitem', { name: /Q_20_4 / });
  await selectedRow.focus();
  const moveTimesMs: number[] = [];
  for (let step = 0; step < 8; step += 1) {
    moveTimesMs.push(await measureCpuMs(() => page.keyboard.press('Alt+ArrowDown')));
  }
  moveTimesMs.sort((a, b) => a - b);
  t.diagnostic(`move: ${summarise(moveTimesMs)}`);
  assert.equal(await selectedRow.getAttribute('aria-posinset'), '13');
  assert.ok((await rows.count()) > 0);
  await page.getByText('No errors').waitFor();
  portal.assertNoPageErrors();
});
