import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { startPortal } from '#portal/testing/open-portal.ts';
import { readFormDrafts } from '#portal/testing/read-form-drafts.ts';
import { waitForExpression } from '#portal/testing/wait-for-expression.ts';
import { planTask } from '#service/testing/plan-task.ts';
import type { TestService } from '#service/testing/start-service.ts';

const DAY = '2027-03-09';

type FormCase = {
  /** The URL below /portal. */
  url: string;
  /** Opens the form on the page. */
  open?: (page: Page) => Promise<void>;
  /** One of the form's fields. */
  findField: (page: Page) => Locator;
  input?: string;
  /** Whether `input` is an option in a select. */
  isSelect?: true;
  size?: { width: number; height: number };
};

const textbox = (name: string) => (page: Page) => page.getByRole('textbox', { name, exact: true });
const press = (key: string) => async (page: Page) => {
  await page.getByRole('heading', { name: 'Lock 7', level: 1 }).waitFor();
  await page.keyboard.press(key);
};
const click = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();

/** Creates data and returns a test case for every form, by the form's file. */
const prepareForms = async (service: TestService): Promise<Record<string, FormCase>> => {
  const { organisation } = service;
  const [erp, admin] = [await service.as('erp'), await service.as('admin')];
  const taskId = await planTask(service, erp, {
    externalId: 'Lock 7',
    title: 'Lock 7',
    plannedStart: `${DAY}T08:00:00Z`,
  });
  const provider = await admin.post('/api/v1/login-providers', {
    type: 'oidc',
    name: 'Municipality',
    issuer: 'https://id.example.org',
    clientId: 'ronda',
    clientSecret: 'stored',
    isEnabled: false,
  });
  const [contentType] = (await admin.get('/api/v1/content-types')).body.contentTypes;
  const application = await admin.post('/api/v1/users', {
    userName: 'warehouse',
    isService: true,
    roles: ['Integration'],
  });
  assert.equal(application.status, 201);
  const person = `/people/${organisation.userIds.anna}`;
  const workbook = `/workbooks/${organisation.workbookIds.Railing}`;
  const board = `/board?date=${DAY}`;
  const selectOnBoard = (key: string) => async (page: Page) => {
    await page
      .getByRole('grid')
      .getByRole('button', { name: /^Lock 7/ })
      .click();
    await page.keyboard.press('Escape');
    await page.keyboard.press(key);
  };
  return {
    'tasks/TaskForm.tsx': { url: '/tasks/new', findField: textbox('Title') },
    'tasks/TaskForm.tsx, editing a task': { url: `/tasks/${taskId}/edit`, findField: textbox('Title') },
    'planning/PlanDialog.tsx': {
      url: `/tasks/${taskId}`,
      open: press('p'),
      findField: (page) => page.getByRole('dialog').getByLabel('Duration in minutes'),
      input: '95',
    },
    'views/SaveViewDialog.tsx': {
      url: '/tasks?state=New',
      open: click('Save view'),
      findField: textbox('Name'),
    },
    'teams/NewTeamDialog.tsx': { url: '/teams?isNew=true', findField: textbox('Name') },
    'teams/TeamPage.tsx': { url: `/teams/${organisation.teamIds.Bridges}`, findField: textbox('Name') },
    'people/NewUserDialog.tsx': { url: '/people?new=person', findField: textbox('First name') },
    'people/ProfileTab.tsx': { url: `${person}?tab=profile`, findField: textbox('First name') },
    'people/NewTokenDialog.tsx': {
      url: `/people/${application.body.id}?tab=tokens`,
      open: click('New token'),
      findField: textbox('Label'),
    },
    'roles/RoleDrawer.tsx': { url: '/roles?role=new', findField: textbox('Name') },
    'items/ItemDrawer.tsx': { url: `/items/${contentType.id}?item=new`, findField: textbox('Title') },
    'items/ContentTypes.tsx': { url: '/items', open: click('New content type'), findField: textbox('Name') },
    'sign-in-providers/NewProvider.tsx': { url: '/sign-in-settings/new/oidc', findField: textbox('Name') },
    'sign-in-providers/ProviderPage.tsx': {
      url: `/sign-in-settings/${provider.body.id}`,
      findField: textbox('Name'),
    },
    'sign-in-providers/SignInSettingsPage.tsx': {
      url: '/sign-in-settings',
      findField: textbox('Allowed redirect URLs'),
      input: 'https://app.example.org/',
    },
    'workbooks/WorkbookDetailsDialog.tsx': {
      url: workbook,
      open: click('Edit details'),
      findField: textbox('Title'),
    },
    'workbooks/NewWorkbook.tsx': {
      url: '/workbooks',
      open: click('New workbook'),
      findField: textbox('Title'),
    },
    'workbooks/designer/PublishDialog.tsx': {
      url: `${workbook}/design?dialog=publish`,
      findField: textbox('Version'),
    },
    'board/SpreadDialog.tsx': {
      url: board,
      open: selectOnBoard('s'),
      findField: (page) => page.getByRole('dialog').getByRole('textbox', { name: 'To' }),
      input: '12/03/2027',
    },
    'people/TeamsTab.tsx': {
      url: `${person}?tab=teams`,
      findField: (page) => page.getByRole('combobox', { name: 'Team', exact: true }),
      input: 'Bridges',
      isSelect: true,
    },
    'board/PersonDay.tsx': {
      url: `${board}&person=${organisation.userIds.anna}`,
      size: { width: 390, height: 844 },
      open: async (page) => {
        await page.getByRole('button', { name: 'Actions for Lock 7' }).click();
        await page.getByRole('menuitem', { name: 'Move', exact: true }).click();
      },
      findField: (page) => page.getByRole('dialog').getByRole('textbox', { name: 'Date' }),
      input: '12/03/2027',
    },
  };
};

const buildHasValueExpression = (value: string) =>
  `[...document.querySelectorAll('input')].some((input) => input.value === ${JSON.stringify(value)})`;

/** Forms without text fields, which are tested in unsaved-forms.e2e.ts instead. */
const FORMS_TESTED_ELSEWHERE = ['planning/AssignDialog.tsx', 'people/RolesTab.tsx'];

test('no form loses input: leaving asks for confirmation, and a reload restores the input', async (t) => {
  let forms: Record<string, FormCase> = {};
  const portal = await startPortal(t, {
    path: '/portal/roles',
    prepare: async (service) => {
      forms = await prepareForms(service);
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  const formFiles = globSync('**/*.tsx', { cwd: import.meta.dirname, exclude: ['dist*/**'] }).filter((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8').includes('<EditForm edits'),
  );
  const testedForms = [...Object.keys(forms).map((name) => name.split(',')[0]!), ...FORMS_TESTED_ELSEWHERE];
  assert.deepEqual([...new Set(testedForms)].sort(), formFiles.sort(), 'every form is tested');

  const discardDialog = page.getByRole('dialog', { name: 'Discard changes?' });
  const restoredNote = page.getByText('Your unsaved changes were restored.');
  const failures: string[] = [];
  for (const [name, { url, open, findField, input = 'Half typed', isSelect, size }] of Object.entries(
    forms,
  )) {
    const openForm = async () => {
      await page.goto(`${service.url}/portal${url}`);
      await open?.(page);
    };
    try {
      await page.setViewportSize(size ?? { width: 1280, height: 800 });
      await openForm();
      const savedValue = await findField(page).inputValue();
      if (isSelect) {
        await findField(page).click();
        await page.getByRole('option', { name: input }).click();
        // Pressing Escape in the field would only close its list of options.
        await page.keyboard.press('Tab');
      } else await findField(page).fill(input);
      // Dispatches the event instead of clicking: a dialog may cover the menu.
      await page.locator('nav a[href$="/audit"]').dispatchEvent('click');
      await discardDialog.getByRole('button', { name: 'Keep editing' }).click();
      await discardDialog.waitFor({ state: 'detached' });
      assert.match(page.url(), new RegExp(`portal${url.split('?')[0]!.replaceAll('/', '\\/')}`));
      assert.match(
        await findField(page).inputValue(),
        new RegExp(input),
        'the input is still there after an attempt to leave',
      );
      if ((await page.getByRole('dialog').count()) > 0) {
        await page.keyboard.press('Escape');
        await discardDialog.waitFor();
        await page.keyboard.press('Escape');
        await discardDialog.waitFor({ state: 'detached' });
        assert.match(
          await findField(page).inputValue(),
          new RegExp(input),
          'the input is still there after Escape',
        );
      }
      await openForm();
      await restoredNote.waitFor({ timeout: 10_000 });
      // A select shows its value only once its options have loaded.
      if (isSelect) await waitForExpression(page, buildHasValueExpression(input));
      assert.match(await findField(page).inputValue(), new RegExp(input), 'the input is restored');
      await page.locator('form').getByRole('button', { name: 'Discard' }).click();
      await restoredNote.waitFor({ state: 'detached' });
      assert.equal(await findField(page).inputValue(), savedValue, 'the input is discarded');
      assert.deepEqual(await readFormDrafts(page), []);
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`);
      await page.evaluate('sessionStorage.clear()');
      await page.goto('about:blank');
    }
  }
  assert.deepEqual(failures, []);
  portal.assertNoPageErrors();
});
