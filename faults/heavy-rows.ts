import { limits } from '#contract/limits.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { createCaller, taskBody } from '#service/testing/caller.ts';
import { addWorkbook, createOrganisation, grantToken } from '#service/testing/organisation.ts';
import type { HeavyRequest } from './heavy-requests.ts';

/** A separate tenant with large rows, so that other requests return rows of the usual size. */
const TENANCY_NAME = 'large';
const TASK_COUNT = 100;

/** As many custom properties as a task can have, 800 KB in total. */
const CUSTOM_PROPERTIES = Object.fromEntries(
  Array.from({ length: limits.customProperties }, (_, index) => [
    `Property${index}`,
    'x'.repeat(limits.customPropertyText),
  ]),
);

/** Creates 19 fields, each with the maximum number of choices. All choices have the same label. */
const createChoiceFields = (label: string) =>
  Array.from({ length: 19 }, (_, index) => ({
    name: `Field${index}`,
    type: 'singleChoice',
    choices: Array.from({ length: workbookLimits.choices }, (_, choice) => ({ value: `c${choice}`, label })),
  }));

/**
 * Creates the tenant with large tasks and two versions of a large workbook. Returns its administrator's token and
 * two IDs.
 */
export const createLargeTenant = async (
  db: Database,
  url: string,
): Promise<{ token: string; workbookId: string; taskId: string }> => {
  const organisation = await createOrganisation(db, TENANCY_NAME);
  const { tenantId, userIds, workbookIds } = organisation;
  await addWorkbook(db, organisation, { name: 'Choices', fields: createChoiceFields('One') as never });
  await run(
    db,
    `insert into workbook_version (tenant_id, version_id, workbook_id, version, version_code, title, fields, is_published)
     values ($1, gen_random_uuid(), $2, '2.0.0', 2, 'Choices', $3, true)`,
    [tenantId, workbookIds.Choices, JSON.stringify(createChoiceFields('Another'))],
  );
  const erp = createCaller(url, await grantToken(db, tenantId, userIds.erp!));
  for (let index = 0; index < TASK_COUNT; index++)
    await erp.task('post', taskBody({ externalId: `large-${index}`, ...CUSTOM_PROPERTIES }));
  const [task] = await run<{ task_id: string }>(
    db,
    'select task_id from task where tenant_id = $1 order by created_at limit 1',
    [tenantId],
  );
  const token = await grantToken(db, tenantId, userIds.admin!);
  return { token, workbookId: workbookIds.Choices!, taskId: task!.task_id };
};

const EXTERNAL_TASK = '/api/services/custom/externaltask';
const createGetRequest = (name: string, path: HeavyRequest['path']): HeavyRequest => ({
  name,
  client: 'large',
  method: 'GET',
  path,
  status: 200,
});

export const LARGE_ROW_REQUESTS: readonly HeavyRequest[] = [
  createGetRequest('100 tasks of 800 KB as CSV', () => '/api/v1/tasks.csv'),
  createGetRequest('20 tasks of 800 KB via OData', () => `${EXTERNAL_TASK}/getall?$top=20`),
  createGetRequest('100 tasks of 800 KB via OData', () => `${EXTERNAL_TASK}/getall`),
  createGetRequest('a page of 800 KB tasks', () => '/api/v1/tasks?limit=500'),
  createGetRequest('100 changes of 800 KB', () => `${EXTERNAL_TASK}/GetChanges?changeToken=____________8`),
  createGetRequest('an 800 KB task', ({ largeTaskId }) => `/api/v1/tasks/${largeTaskId}`),
  createGetRequest("an 800 KB task's history", ({ largeTaskId }) => `/api/v1/tasks/${largeTaskId}/history`),
  createGetRequest(
    'a comparison of versions with 95,000 choices',
    ({ largeWorkbookId }) => `/api/v1/workbooks/${largeWorkbookId}/diff?from=1&to=2`,
  ),
];
