import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { type Film, PHONE, STAGE } from './film.ts';
import { openInspector, openPortal, openWindow } from './open-windows.ts';
import type { Demo } from './start-demo.ts';
import { runCommand, showTerminal } from './terminal.ts';

const TITLE = 'Loose railing, Torensluis';
const TASKS = '$URL/api/services/custom/externaltask';
const AUTHORIZED = '-H "Authorization: Bearer $TOKEN"';
const CREATE_TASK = `curl ${TASKS}/post \\
  ${AUTHORIZED} -H 'Content-Type: application/json' \\
  -d '{ "externalId": "WO-2481", "title": "${TITLE}",
        "teamName": "Bridges", "workbookName": "DamageReport",
        "assignedUserName": "anna", "dueDate": "2026-06-12T15:00:00Z" }'`;
const READ_CHANGES = `curl "${TASKS}/GetChanges?changeToken=$SINCE" \\
  ${AUTHORIZED}`;

type Scene = { film: Film; browser: Browser; demo: Demo };
type Changes = { result: { results: Record<string, unknown>[]; nextChangeToken: string } };

/** Records a task from the moment an application creates it until its inspection is approved, in about 90 seconds. */
export const recordTour = async ({ film, browser, demo }: Scene): Promise<void> => {
  const getToken = `curl -s $URL/token -d grant_type=client_credentials -d client_id=demo-erp -d client_secret=${demo.clientSecret}`;
  const { access_token: TOKEN } = (await runCommand(getToken, { URL: demo.url })) as {
    access_token: string;
  };
  const application = { URL: demo.url, TOKEN };
  const allChanges = (await runCommand(READ_CHANGES, { ...application, SINCE: '__________8' })) as Changes;

  const terminal = await openWindow(browser, demo, { viewport: STAGE });
  await showTerminal(terminal, CREATE_TASK);
  film.show(terminal, 'Your application creates a task.');
  await film.hold(4);
  const { success } = (await runCommand(CREATE_TASK, application)) as { success: boolean };
  await showTerminal(terminal, CREATE_TASK, `{ "success": ${success}, … }`);
  await film.hold(2.5);

  await planTask({ film, browser, demo });
  await inspectTask({ film, browser, demo });
  await reviewInspection({ film, browser, demo });

  film.show(terminal, 'Your application reads the change feed, which never skips a change.');
  await showTerminal(terminal, READ_CHANGES);
  await film.hold(3);
  const SINCE = allChanges.result.nextChangeToken;
  const { result } = (await runCommand(READ_CHANGES, { ...application, SINCE })) as Changes;
  const task = result.results.find(({ externalId }) => externalId === 'WO-2481')!;
  const properties = [
    'externalId',
    'title',
    'assignedUserName',
    'state',
    'actualStart',
    'actualEnd',
    'inspectionId',
  ];
  const lines = properties.map((name) => `    "${name}": ${JSON.stringify(task[name])},`);
  await showTerminal(terminal, READ_CHANGES, ['{ "result": { "results": [ {', ...lines, '    …'].join('\n'));
  await film.hold(7);
};

const planTask = async ({ film, browser, demo }: Scene): Promise<void> => {
  const page = await openPortal(browser, demo, { userName: 'pieter', viewport: STAGE });
  await page.goto(`${demo.url}/portal/board`);
  const cell = page.getByRole('gridcell', { name: /^Bram Jansen, Tue 9 Jun/ });
  await cell.getByRole('button').first().waitFor();
  const search = page.getByRole('searchbox', { name: 'Search tasks to plan' });
  await page.getByRole('option').first().waitFor();
  film.show(page, 'The planner sees each person’s days, and the tasks to plan.');
  await film.hold(4);
  await film.type(search, 'loose railing');
  const task = page.getByRole('option', { name: new RegExp(`^${TITLE}`) });
  await task.waitFor();
  // The task moves up when the results for the whole query arrive.
  await page.getByRole('option').nth(1).waitFor({ state: 'detached' });
  await film.hold(1.5);
  film.show(page, 'Dragging the task plans it for today and assigns it to Bram.');
  await film.drag(task, cell, cell.getByRole('button', { name: new RegExp(`^${TITLE}`) }));
  await film.hold(4);
  await page.context().close();
};

const inspectTask = async ({ film, browser, demo }: Scene): Promise<void> => {
  const page = await openInspector(browser, demo, { userName: 'bram', ...PHONE });
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('button', { name: 'Not now' }).waitFor({ state: 'detached' });
  const card = page.getByRole('article').filter({ hasText: TITLE });
  await page.getByRole('article').first().waitFor();
  film.show(page, 'The inspector has the day’s tasks on the phone.');
  await film.hold(3);
  await page.context().setOffline(true);
  await page.getByText('No connection').waitFor();
  film.show(page, 'On site there is no network. The app works without it.');
  await film.hold(3);
  await film.type(page.getByRole('searchbox'), 'loose railing');
  const urgency = page.getByRole('group', { name: /^Urgency/ });
  await film.click(card.getByRole('button', { name: 'Start' }), urgency);
  await film.hold(2);
  film.show(page, 'An answer can lead to another question.');
  const reason = page.getByRole('textbox', { name: /^Why can it not wait/ });
  await film.click(urgency.getByText('High'), reason);
  await film.type(reason, 'Children play here');
  await film.type(page.getByRole('textbox', { name: /^Findings/ }), 'Two bolts are missing');
  film.show(page, 'Results are calculated on the phone.');
  await film.type(page.getByRole('textbox', { name: /^Labour hours/ }), '3');
  await film.type(page.getByRole('textbox', { name: /^Materials/ }), '140');
  await page.getByText('345.5').scrollIntoViewIfNeeded();
  await film.hold(3);
  film.show(page, 'Photos are stored on the phone until the server has them.');
  const pictures = page.getByRole('group', { name: 'Pictures' });
  const buffer = await readFile(new URL('../../service/demo/pictures/bridge-1-closer.jpg', import.meta.url));
  await pictures
    .locator('input[multiple]')
    .setInputFiles([{ name: 'railing.jpg', mimeType: 'image/jpeg', buffer }]);
  await pictures.locator('li img').waitFor();
  await pictures.locator('li img').scrollIntoViewIfNeeded();
  await film.hold(3);
  const dialog = page.getByRole('dialog', { name: 'Complete the inspection?' });
  await film.click(page.getByRole('button', { name: 'Complete' }), dialog);
  await film.hold(2);
  const completedHeading = page.getByRole('heading', { name: 'Completed' });
  await film.click(dialog.getByRole('button', { name: 'Complete' }), completedHeading);
  await film.hold(3);
  film.show(page, 'Back online, the app sends everything.');
  await page.context().setOffline(false);
  const allSentLink = page.getByRole('link', { name: 'All sent' });
  await film.click(page.getByRole('button', { name: 'Back to tasks' }), allSentLink);
  await film.click(allSentLink, page.getByText('Everything is on the server'));
  await film.hold(3);
  await page.context().close();
};

const reviewInspection = async ({ film, browser, demo }: Scene): Promise<void> => {
  const page = await openPortal(browser, demo, { userName: 'pieter', viewport: STAGE });
  await page.goto(`${demo.url}/portal/inspections`);
  await page.getByRole('row').nth(1).waitFor();
  film.show(page, 'The planner reviews the completed inspection.');
  await film.hold(2);
  await film.type(page.getByRole('searchbox', { name: 'Search inspections' }), 'loose railing');
  const link = page.getByRole('link', { name: TITLE });
  await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
  await film.hold(1);
  await film.click(link, page.getByRole('article').first());
  await film.hold(4);
  film.show(page, 'The planner approves it.');
  const dialog = page.getByRole('dialog');
  await film.click(page.getByRole('button', { name: 'Approve' }), dialog);
  await film.hold(1.5);
  const approvedLabel = page.getByText('Approved', { exact: true }).first();
  await film.click(dialog.getByRole('button', { name: 'Approve' }), approvedLabel);
  await dialog.waitFor({ state: 'detached' });
  await film.hold(3);
};
