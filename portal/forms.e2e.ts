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
  field: (page: Page) => Locator;
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
    'tasks/TaskForm.tsx': { url: '/tasks/new', field: textbox('Title') },
    'tasks/TaskForm.tsx, editing a task': { url: `/tasks/${taskId}/edit`, field: textbox('Title') },
    'planning/PlanDialog.tsx': {
      url: `/tasks/${taskId}`,
      open: press('p'),
      field: (page) => page.getByRole('dialog').getByLabel('Duration in minutes'),
      input: '95',
    },
    'views/SaveViewDialog.tsx': {
      url: '/tasks?state=New',
      open: click('Save view'),
      field: textbox('Name'),
    },
    'teams/NewTeamDialog.tsx': { url: '/teams?isNew=true', field: textbox('Title') },
    'teams/TeamPage.tsx': { url: `/teams/${organisation.teamIds.Bridges}`, field: textbox('Title') },
    'people/NewUserDialog.tsx': { url: '/people?new=person', field: textbox('First name') },
    'people/ProfileTab.tsx': { url: `${person}?tab=profile`, field: textbox('First name') },
    'people/NewTokenDialog.tsx': {
      url: `/people/${application.body.id}?tab=tokens`,
      open: click('New token'),
      field: textbox('Label'),
    },
    'roles/RoleDrawer.tsx': { url: '/roles?role=new', field: textbox('Name') },
    'items/ItemDrawer.tsx': { url: `/items/${contentType.id}?item=new`, field: textbox('Title') },
    'items/ContentTypes.tsx': { url: '/items', open: click('New content type'), field: textbox('Name') },
    'sign-in-providers/NewProvider.tsx': { url: '/sign-in-settings/new/oidc', field: textbox('Name') },
    'sign-in-providers/ProviderPage.tsx': {
      url: `/sign-in-settings/${provider.body.id}`,
      field: textbox('Name'),
    },
    'sign-in-providers/SignInSettingsPage.tsx': {
      url: '/sign-in-settings',
      field: textbox('Allowed redirect URLs'),
      input: 'https://app.example.org/',
    },
    'workbooks/WorkbookDetailsDialog.tsx': {
      url: workbook,
      open: click('Edit details'),
      field: textbox('Title'),
    },
    'workbooks/NewWorkbook.tsx': { url: '/workbooks', open: click('New workbook'), field: textbox('Title') },
    'workbooks/designer/PublishDialog.tsx': {
      url: `${workbook}/design?dialog=publish`,
      field: textbox('Version'),
    },
    'board/SpreadDialog.tsx': {
      url: board,
      open: selectOnBoard('s'),
      field: (page) => page.getByRole('dialog').getByRole('textbox', { name: 'Up to and including' }),
      input: '12/03/2027',
    },
    'people/TeamsTab.tsx': {
      url: `${person}?tab=teams`,
      field: (page) => page.getByRole('combobox', { name: 'Team', exact: true }),
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
      field: (page) => page.getByRole('dialog').getByRole('textbox', { name: 'Date' }),
      input: '12/03/2027',
    },
  };
};

const hasValue = (value: string) =>
  `[...document.querySelectorAll('input')].some((input) => input.value === ${JSON.stringify(value)})`;

/** Forms without text fields, which are tested in unsaved-forms.e2e.ts instead. */
const TESTED_ELSEWHERE = ['planning/AssignDialog.tsx', 'people/RolesTab.tsx'];

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
  const tested = [...Object.keys(forms).map((name) => name.split(',')[0]!), ...TESTED_ELSEWHERE];
  assert.deepEqual([...new Set(tested)].sort(), formFiles.sort(), 'every form is tested');

  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  const restored = page.getByText('Your unsaved changes were restored.');
  const failures: string[] = [];
  for (const [name, { url, open, field, input = 'Half typed', isSelect, size }] of Object.entries(forms)) {
    const openForm = async () => {
      await page.goto(`${service.url}/portal${url}`);
      await open?.(page);
    };
    try {
      await page.setViewportSize(size ?? { width: 1280, height: 800 });
      await openForm();
      const savedValue = await field(page).inputValue();
      if (isSelect) {
        await field(page).click();
        await page.getByRole('option', { name: input }).click();
        // Pressing Escape in the field would only close its list.
        await page.keyboard.press('Tab');
      } else await field(page).fill(input);
      // Not done by clicking, because a dialog may cover the menu.
      await page.locator('nav a[href$="/audit"]').dispatchEvent('click');
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'detached' });
      assert.match(page.url(), new RegExp(`portal${url.split('?')[0]!.replaceAll('/', '\\/')}`));
      assert.match(
        await field(page).inputValue(),
        new RegExp(input),
        'is still there after an attempt to leave',
      );
      if ((await page.getByRole('dialog').count()) > 0) {
        await page.keyboard.press('Escape');
        await question.waitFor();
        await page.keyboard.press('Escape');
        await question.waitFor({ state: 'detached' });
        assert.match(await field(page).inputValue(), new RegExp(input), 'is still there after Escape');
      }
      await openForm();
      await restored.waitFor({ timeout: 10_000 });
      // A select does not show its value until its options have been loaded.
      if (isSelect) await waitForExpression(page, hasValue(input));
      assert.match(await field(page).inputValue(), new RegExp(input), 'is restored');
      await page.locator('form').getByRole('button', { name: 'Discard' }).click();
      await restored.waitFor({ state: 'detached' });
      assert.equal(await field(page).inputValue(), savedValue, 'is discarded');
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
