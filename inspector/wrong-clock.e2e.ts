import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { createPhotoFile } from '#inspector/testing/create-photo-file.ts';
import { openPersistentInspector } from '#inspector/testing/open-inspector.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { planTask } from '#service/testing/plan-task.ts';
import { startService } from '#service/testing/start-service.ts';

const DAY_MS = 86_400_000;
/** Allows for slow requests and the one-second resolution of the server's Date header. */
const TOLERANCE_MS = 60_000;
const FIELDS: Field[] = [
  { name: 'Height', label: 'Clear height', type: 'decimal', required: true },
  { name: 'Overview', label: 'Overview', type: 'photo', required: true },
];

const createClockShiftScript = (milliseconds: number) => `(() => {
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...parts) { if (parts.length) super(...parts); else super(RealDate.now() + ${milliseconds}); }
    static now() { return RealDate.now() + ${milliseconds}; }
  };
})()`;

for (const days of [-2, 2])
  test(`a phone whose clock is ${days} days off loses nothing, shows today’s tasks and sends the correct times`, async (t) => {
    const service = await startService(t);
    await addWorkbook(service.database.db, service.organisation, { name: 'Bridge', fields: FIELDS });
    const planner = await service.as('coordinator');
    const task = { title: 'Molenbrug', workbookName: 'Bridge', plannedStart: new Date() };
    const taskId = await planTask(service, planner, { ...task, externalId: 'WO-1' });
    const startedAt = Date.now();
    const phone = await openPersistentInspector(t, service, createClockShiftScript(days * DAY_MS));
    if (!phone) return;
    await phone.page.getByRole('link', { name: 'Molenbrug' }).waitFor();
    const page = await phone.restart({ isOffline: true });
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await page.getByRole('link', { name: 'Molenbrug' }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('textbox', { name: /^Clear height/ }).fill('3,25');
    const overview = page.getByRole('group', { name: 'Overview' });
    await overview.locator('input[multiple]').setInputFiles(await createPhotoFile('north.jpg'));
    await overview.getByText('1 photo added.').waitFor();
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('heading', { name: 'Completed' }).waitFor();
    const endedAt = Date.now();

    await phone.setOffline(false);
    await page.getByRole('button', { name: 'Back to tasks' }).click();
    await page.getByRole('link', { name: 'Sent' }).click();
    await page.getByText('Everything is on the server').waitFor({ timeout: 60_000 });
    const anna = await service.as('anna');
    const { body: list } = await anna.get(`/api/v1/inspections?taskId=${taskId}`);
    const { body: result } = await anna.get(`/api/v1/inspections/${list.inspections[0].id}`);
    assert.deepEqual([result.answers.Height, result.uploads.length, result.state], [3.25, 1, 'Closed']);
    const { body: history } = await planner.get(`/api/v1/inspections/${result.id}/revisions`);
    const times = [
      result.startedAt,
      result.endedAt,
      ...history.revisions.map(({ givenAt }: { givenAt: string | null }) => givenAt),
    ];
    for (const time of times.filter((timestamp) => timestamp !== null)) {
      const milliseconds = Date.parse(time);
      assert.ok(milliseconds > startedAt - TOLERANCE_MS && milliseconds < endedAt + TOLERANCE_MS, time);
    }
  });
