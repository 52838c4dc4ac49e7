import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdAnswers } from '#portal/testing/hold-answers.ts';
import { assertAccessibleInBothThemes, startPortal } from '#portal/testing/open-portal.ts';
import { assertWithinWindow, DUTCH_PHONE } from '#portal/testing/phone.ts';

test('a team is put out of use and back, and so are its workbooks', async (t) => {
  const portal = await startPortal(t, { path: '/portal/teams?isNew=true' });
  if (!portal) return;
  const { page } = portal;
  const dialog = page.getByRole('dialog', { name: 'New team' });
  await dialog.getByLabel('Title').fill('Quays');
  await assertAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Discard changes?' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.doesNotMatch(page.url(), /isNew/);

  await page.getByRole('link', { name: 'Locks' }).click();
  await page.getByRole('switch', { name: 'Active' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Not active').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Not active').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'No longer use Railing check' }).click();
  await page.getByText('The team no longer uses Railing check').waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'No longer use Railing check' }).waitFor();
  portal.assertQuiet();
});

test('on a phone, in Dutch, a team and its people are read and changed', async (t) => {
  const portal = await startPortal(t, { ...DUTCH_PHONE, path: '/portal/teams' });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('link', { name: 'Bridges' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  await page.getByRole('link', { name: 'Bridges' }).click();
  await page.getByRole('region', { name: 'Inspectors' }).getByRole('link', { name: 'anna' }).waitFor();
  await assertAccessibleInBothThemes(page);
  await assertWithinWindow(page);
  await page.goto(`${service.url}/portal/teams?text=nergens`);
  await page.getByRole('heading', { level: 2 }).waitFor();
  portal.assertQuiet();
});

test('what is typed while a team is being saved stays, and one’s own words are not said to be somebody else’s', async (t) => {
  const portal = await startPortal(t, { path: '/portal/teams' });
  if (!portal) return;
  const { page, service } = portal;
  await page.getByRole('link', { name: 'Locks' }).click();
  const description = page.getByLabel('Description');
  const save = page.getByRole('button', { name: 'Save' });
  await description.fill('Along the canal');
  await page.getByLabel('Title').fill('Locks and weirs');
  const saving = await holdAnswers(page, 'PATCH', /\/teams\/[^/]+$/);
  const reload = await holdAnswers(page, 'GET', /\/teams\/[^/?]+$/);
  await save.click();
  await saving.untilDone();
  await description.fill('Along the canal, and the river');
  saving.letGo();
  // What was saved shows before it is read anew.
  await page.getByText('Locks saved').waitFor();
  await reload.untilDone();
  assert.equal(await page.getByLabel('Title').inputValue(), 'Locks and weirs');
  reload.letGo();
  await page.getByRole('heading', { name: 'Locks and weirs', level: 1 }).waitFor();
  assert.equal(await description.inputValue(), 'Along the canal, and the river');
  assert.equal(await page.getByText('Somebody else').count(), 0);
  await save.click();
  await page.getByText('Locks and weirs saved').waitFor();
  const { body } = await (await service.as('admin')).get(
    `/api/v1/teams/${service.organisation.teamIds.Locks}`,
  );
  assert.equal(body.description, 'Along the canal, and the river');
  portal.assertQuiet();
});

test('a new team leads to its page, from where the way back is to the list; nobody is taken away from elsewhere', async (t) => {
  const portal = await startPortal(t, { path: '/portal/teams' });
  if (!portal) return;
  const { page } = portal;
  const make = async (title: string) => {
    await page.getByRole('button', { name: 'New team' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill(title);
    await page.getByRole('button', { name: 'Create, then choose its people' }).click();
  };
  await make('Quays');
  await page.getByRole('heading', { name: 'Quays', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Teams' }).last().click();
  await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor();
  assert.doesNotMatch(page.url(), /isNew/);

  const making = await holdAnswers(page, 'POST', /\/teams$/);
  await make('Weirs');
  await making.untilDone();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  making.letGo();
  const note = page.getByRole('alert').filter({ hasText: 'Weirs is made' });
  await note.waitFor();
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
  await note.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'Weirs', level: 1 }).waitFor();
  portal.assertQuiet();
});
