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

type Opened = {
  /** Below /portal. */
  address: string;
  /** What to do there until the form is open. */
  open?: (page: Page) => Promise<void>;
  /** A field of it, and what is typed. */
  field: (page: Page) => Locator;
  typed?: string;
  /** `typed` is selected from the list of the field. */
  isChosen?: true;
  size?: { width: number; height: number };
};

const box = (name: string) => (page: Page) => page.getByRole('textbox', { name, exact: true });
const press = (key: string) => async (page: Page) => {
  await page.getByRole('heading', { name: 'Lock 7', level: 1 }).waitFor();
  await page.keyboard.press(key);
};
const click = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();

/** Every form of the portal by the file that holds it, and where to find it. */
const prepareForms = async (service: TestService): Promise<Record<string, Opened>> => {
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
  const pickOnBoard = (key: string) => async (page: Page) => {
    await page
      .getByRole('grid')
      .getByRole('button', { name: /^Lock 7/ })
      .click();
    await page.keyboard.press('Escape');
    await page.keyboard.press(key);
  };
  return {
    'tasks/TaskForm.tsx': { address: '/tasks/new', field: box('Task') },
    'tasks/TaskForm.tsx, of a task': { address: `/tasks/${taskId}/edit`, field: box('Task') },
    'planning/PlanDialog.tsx': {
      address: `/tasks/${taskId}`,
      open: press('p'),
      field: (page) => page.getByRole('dialog').getByLabel('Duration in minutes'),
      typed: '95',
    },
    'views/SaveViewDialog.tsx': {
      address: '/tasks?state=New',
      open: click('Save view'),
      field: box('Name'),
    },
    'teams/NewTeamDialog.tsx': { address: '/teams?isNew=true', field: box('Title') },
    'teams/TeamPage.tsx': { address: `/teams/${organisation.teamIds.Bridges}`, field: box('Title') },
    'people/NewUserDialog.tsx': { address: '/people?new=person', field: box('First name') },
    'people/ProfileTab.tsx': { address: `${person}?tab=profile`, field: box('First name') },
    'people/NewTokenDialog.tsx': {
      address: `/people/${application.body.id}?tab=tokens`,
      open: click('New token'),
      field: box('Label'),
    },
    'roles/RoleDrawer.tsx': { address: '/roles?role=new', field: box('Name') },
    'items/ItemDrawer.tsx': { address: `/items/${contentType.id}?item=new`, field: box('Title') },
    'items/ContentTypes.tsx': { address: '/items', open: click('New content type'), field: box('Name') },
    'sign-in-providers/NewProvider.tsx': { address: '/sign-in-settings/new/oidc', field: box('Name') },
    'sign-in-providers/ProviderPage.tsx': {
      address: `/sign-in-settings/${provider.body.id}`,
      field: box('Name'),
    },
    'sign-in-providers/SignInSettingsPage.tsx': {
      address: '/sign-in-settings',
      field: box('Allowed redirect URLs'),
      typed: 'https://app.example.org/',
    },
    'workbooks/EditWorkbook.tsx': { address: workbook, open: click('Edit details'), field: box('Title') },
    'workbooks/NewWorkbook.tsx': { address: '/workbooks', open: click('New workbook'), field: box('Title') },
    'workbooks/designer/PublishDialog.tsx': {
      address: `${workbook}/design?dialog=publish`,
      field: box('Version'),
    },
    'board/SpreadDialog.tsx': {
      address: board,
      open: pickOnBoard('s'),
      field: (page) => page.getByRole('dialog').getByRole('textbox', { name: 'Up to and including' }),
      typed: '12/03/2027',
    },
    'people/TeamsTab.tsx': {
      address: `${person}?tab=teams`,
      field: (page) => page.getByRole('combobox', { name: 'Team', exact: true }),
      typed: 'Bridges',
      isChosen: true,
    },
    'board/PersonDay.tsx': {
      address: `${board}&person=${organisation.userIds.anna}`,
      size: { width: 390, height: 844 },
      open: async (page) => {
        await page.getByRole('button', { name: 'Actions for Lock 7' }).click();
        await page.getByRole('menuitem', { name: 'Move', exact: true }).click();
      },
      field: (page) => page.getByRole('dialog').getByRole('textbox', { name: 'Date' }),
      typed: '12/03/2027',
    },
  };
};

const hasValue = (value: string) =>
  `[...document.querySelectorAll('input')].some((input) => input.value === ${JSON.stringify(value)})`;

/** Forms with selections only, tested in unsaved-forms.e2e.ts. */
const OF_CHOICES = ['planning/AssignDialog.tsx', 'people/RolesTab.tsx'];

test('no form loses input: leaving asks for confirmation, and a reload restores the input', async (t) => {
  let forms: Record<string, Opened> = {};
  const portal = await startPortal(t, {
    path: '/portal/roles',
    prepare: async (service) => {
      forms = await prepareForms(service);
    },
  });
  if (!portal) return;
  const { page, service } = portal;
  const inSources = globSync('**/*.tsx', { cwd: import.meta.dirname, exclude: ['dist*/**'] }).filter((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8').includes('<DraftForm draft'),
  );
  const tried = [...Object.keys(forms).map((name) => name.split(',')[0]!), ...OF_CHOICES];
  assert.deepEqual([...new Set(tried)].sort(), inSources.sort(), 'every form is tried');

  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  const restored = page.getByText('Your unsaved changes were restored.');
  const failures: string[] = [];
  for (const [
    name,
    { address, open, field, typed = 'Half typed', isChosen: isSelected, size },
  ] of Object.entries(forms)) {
    const show = async () => {
      await page.goto(`${service.url}/portal${address}`);
      await open?.(page);
    };
    try {
      await page.setViewportSize(size ?? { width: 1280, height: 800 });
      await show();
      const before = await field(page).inputValue();
      if (isSelected) {
        await field(page).click();
        await page.getByRole('option', { name: typed }).click();
        // Escape in the field would only close its list.
        await page.keyboard.press('Tab');
      } else await field(page).fill(typed);
      // Opens another page of the menu, even if something covers it.
      await page.locator('nav a[href$="/audit"]').dispatchEvent('click');
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await question.waitFor({ state: 'detached' });
      assert.match(page.url(), new RegExp(`portal${address.split('?')[0]!.replaceAll('/', '\\/')}`));
      assert.match(await field(page).inputValue(), new RegExp(typed), 'is still there');
      if ((await page.getByRole('dialog').count()) > 0) {
        await page.keyboard.press('Escape');
        await question.waitFor();
        await page.keyboard.press('Escape');
        await question.waitFor({ state: 'detached' });
        assert.match(await field(page).inputValue(), new RegExp(typed), 'is there after Escape');
      }
      await show();
      await restored.waitFor({ timeout: 10_000 });
      // A select shows its value once the server has sent the options.
      if (isSelected) await waitForExpression(page, hasValue(typed));
      assert.match(await field(page).inputValue(), new RegExp(typed), 'is restored');
      await page.locator('form').getByRole('button', { name: 'Discard' }).click();
      await restored.waitFor({ state: 'detached' });
      assert.equal(await field(page).inputValue(), before, 'is as it was');
      assert.deepEqual(await readFormDrafts(page), []);
    } catch (problem) {
      failures.push(`${name}: ${(problem as Error).message}`);
      await page.evaluate('sessionStorage.clear()');
      await page.goto('about:blank');
    }
  }
  assert.deepEqual(failures, []);
  portal.assertNoPageErrors();
});
