import { limits } from '#contract/limits.ts';
import { suggestionLimits } from '#contract/suggestion.ts';
import { TASK_IMPORT_LIMITS } from '#contract/task-import.ts';
import { MAX_MOVES } from '#contract/task-planning.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';

/** IDs for the requests. `tasks` are open tasks, at most as many as one request accepts. */
export type HeavyIds = {
  inspectionId: string;
  workbookId: string;
  tasks: readonly string[];
  userId: number;
  largeTaskId: string;
  largeWorkbookId: string;
};

/** A request that reaches a limit and causes as much work as a single request can. */
export type HeavyRequest = {
  name: string;
  /**
   * The client: none (no token), an application, an administrator, an inspector, or the administrator of the tenant
   * with large rows.
   */
  client: 'anonymous' | 'erp' | 'admin' | 'anna' | 'large';
  method: string;
  path: (ids: HeavyIds) => string;
  body?: (ids: HeavyIds) => string;
  contentType?: string;
  status: number;
};

const repeat = <Element>(size: number, element: (index: number) => Element): Element[] =>
  Array.from({ length: size }, (_, index) => element(index));

/** 62 KB of parameters, which nearly reaches the limit on request headers. */
const PARAMETERS = repeat(31_000, () => 'a').join('&');
const FORM = '0&'.repeat(limits.providerResponse / 2);
const WIDE_FILE = `a${',a'.repeat(limits.body)}`;
const EXTERNAL_TASK = '/api/services/custom/externaltask';
const LONGEST_ANSWER = 'x'.repeat(workbookLimits.longText - 1);

/**
 * Two long answers, and calculated fields that search one for the other or convert them to numbers and dates.
 */
export const HEAVY_FIELDS = [
  { name: 'Text', type: 'longText' },
  { name: 'Part', type: 'longText' },
  ...repeat(100, (index) => ({
    name: `Found${index}`,
    type: 'calculated',
    calculation: 'contains(${Text}, ${Part})',
  })),
  ...repeat(50, (index) => ({
    name: `After${index}`,
    type: 'calculated',
    calculation: 'substring-after(${Text}, ${Part})',
  })),
  ...repeat(50, (index) => ({ name: `Digits${index}`, type: 'calculated', calculation: 'number(${Text})' })),
  ...repeat(50, (index) => ({
    name: `Day${index}`,
    type: 'calculated',
    calculation: "format-date('2026-03-01', ${Part})",
  })),
];

/** Returns a function that returns the value as JSON, without serialising it again. */
const serialiseOnce = (value: unknown) => {
  const json = JSON.stringify(value);
  return () => json;
};

const createGetRequest = (name: string, client: HeavyRequest['client'], path: string): HeavyRequest => ({
  name,
  client,
  method: 'GET',
  path: () => path,
  status: 200,
});

const createTaskAction = (
  name: string,
  action: string,
  body: (ids: HeavyIds) => object,
  status: number,
): HeavyRequest => ({
  name,
  client: 'admin',
  method: 'POST',
  path: () => `/api/v1/tasks/${action}`,
  body: (ids) => JSON.stringify(body(ids)),
  status,
});

const CSV_FILE = `externalId,title,teamName,workbookName\n${repeat(TASK_IMPORT_LIMITS.rows, (index) => `I-${index},Inspect ${index},Team 1,Workbook1`).join('\n')}`;

const UNKNOWN_ID = '01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33';

const formatDayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const BOARD_PERIOD = `from=${formatDayFromNow(-20)}&to=${formatDayFromNow(20)}`;

const createDraftCheck = (name: string, fields: unknown): HeavyRequest => ({
  name,
  client: 'admin',
  method: 'POST',
  path: ({ workbookId }) => `/api/v1/workbooks/${workbookId}/draft/check`,
  body: serialiseOnce({ title: 'Heavy', fields }),
  status: 200,
});

const createCancelRequest = (name: string, body: string): HeavyRequest => ({
  name,
  client: 'erp',
  method: 'POST',
  path: () => `${EXTERNAL_TASK}/cancel`,
  body: () => body,
  status: 200,
});

const createAnswersRequest = (name: string, answers: unknown, status = 200): HeavyRequest => ({
  name,
  client: 'anna',
  method: 'PATCH',
  path: ({ inspectionId }) => `/api/v1/inspections/${inspectionId}/answers`,
  body: serialiseOnce({ answers }),
  status,
});

export const HEAVY_REQUESTS: readonly HeavyRequest[] = [
  {
    name: '31,000 parameters without a token',
    client: 'anonymous',
    method: 'GET',
    path: () => `/health/live?${PARAMETERS}`,
    status: 422,
  },
  {
    name: 'a form with 500,000 parameters, without a token',
    client: 'anonymous',
    method: 'POST',
    path: () => '/api/account/ExternalLoginCallback',
    body: () => FORM,
    contentType: 'application/x-www-form-urlencoded',
    status: 400,
  },
  {
    name: '31,000 query parameters with a token',
    client: 'erp',
    method: 'GET',
    path: () => `${EXTERNAL_TASK}/getall?${PARAMETERS}`,
    status: 200,
  },
  {
    name: 'a filter of 5,000 characters',
    client: 'erp',
    method: 'GET',
    path: () =>
      `${EXTERNAL_TASK}/getall?$filter=${encodeURIComponent(repeat(300, () => "Title eq 'x'").join(' or '))}`,
    status: 200,
  },
  createCancelRequest(
    '99,000 invalid elements',
    JSON.stringify({ externalTaskIds: repeat(99_000, (index) => index) }),
  ),
  createCancelRequest(
    'the maximum number of IDs',
    JSON.stringify({ externalTaskIds: repeat(limits.bulkIds, (index) => `id ${index}`) }),
  ),
  createCancelRequest(
    '90,000 numbers to validate',
    `{"externalTaskIds":[${repeat(90_000, () => '1234567890.1234567890').join(',')}]}`,
  ),
  createCancelRequest(
    '90,000 strings with escapes',
    `{${repeat(90_000, (index) => `"name${index}":"\\u0041${'x'.repeat(16)}"`).join(',')}}`,
  ),
  createDraftCheck(
    'half a million characters of expressions',
    repeat(500, (index) => ({
      name: `F${index}`,
      type: 'calculated',
      calculation: repeat(490, () => '1').join('+'),
    })),
  ),
  createDraftCheck(
    '95,000 choices',
    repeat(19, (index) => ({
      name: `F${index}`,
      type: 'singleChoice',
      choices: repeat(5_000, (choice) => ({ value: `c${choice}` })),
    })),
  ),
  createDraftCheck(
    'fields in a cycle',
    repeat(2_000, (index) => ({
      name: `F${index}`,
      type: 'calculated',
      calculation: `\${F${(index + 1) % 2_000}} + 1`,
    })),
  ),
  createDraftCheck(
    'misspelled field names',
    repeat(1_300, (index) => ({ name: `Field${index}`, type: 'text', relevant: `\${Feild${index}}` })),
  ),
  createAnswersRequest('two long answers', {
    Text: LONGEST_ANSWER,
    Part: `${'x'.repeat(8_000)}y${'x'.repeat(8_000)}`,
  }),
  createAnswersRequest('a long answer of digits and a letter', {
    Text: `${'1'.repeat(LONGEST_ANSWER.length)}x`,
    Part: '1',
  }),
  createAnswersRequest(
    'a date format with 16,000 codes',
    { Text: 'x', Part: '%b'.repeat(LONGEST_ANSWER.length >> 1) },
    422,
  ),
  {
    ...createTaskAction('a 4 MB string instead of custom properties', '', () => ({}), 422),
    path: () => '/api/v1/tasks',
    body: serialiseOnce({ title: 'Heavy', customProperties: 'x'.repeat(limits.body - 1_000) }),
  },
  createGetRequest('the OpenAPI document', 'anonymous', '/openapi.json'),
  createGetRequest('500 tasks', 'admin', '/api/v1/tasks?limit=500'),
  createGetRequest('5,000 tasks via OData', 'erp', `${EXTERNAL_TASK}/getall?$top=5000`),
  createGetRequest('500 people', 'admin', '/api/v1/users?limit=500'),
  createGetRequest('500 audit events', 'admin', '/api/v1/audit-events?limit=500'),
  createGetRequest('the overview', 'admin', '/api/v1/overview'),
  createGetRequest('the board for 41 days', 'admin', `/api/v1/board?${BOARD_PERIOD}`),
  createGetRequest('all tasks as CSV', 'admin', '/api/v1/tasks.csv'),
  createTaskAction(
    'the maximum number of moves',
    'plan',
    ({ tasks, userId }) => ({ moves: tasks.slice(0, MAX_MOVES).map((id) => ({ id, assigneeId: userId })) }),
    200,
  ),
  {
    ...createTaskAction('suggestions', '', () => ({}), 200),
    path: () => '/api/v1/suggestions',
    body: ({ tasks }) =>
      JSON.stringify({
        taskIds: tasks.slice(0, suggestionLimits.tasks),
        from: formatDayFromNow(1),
        to: formatDayFromNow(suggestionLimits.days),
        spread: true,
      }),
  },
  {
    ...createTaskAction('a CSV file with the maximum number of tasks', '', () => ({}), 200),
    path: () => '/api/v1/tasks/import?dryRun=true',
    body: () => CSV_FILE,
    contentType: 'text/csv',
  },
  {
    ...createTaskAction('a CSV file with 4 million columns', '', () => ({}), 422),
    path: () => '/api/v1/tasks/import?dryRun=true',
    body: () => WIDE_FILE,
    contentType: 'text/csv',
  },
  // One ID is unknown so that no task is deleted and the next round can use the tasks again.
  createTaskAction(
    'the maximum number of deletions',
    'delete',
    ({ tasks }) => ({ ids: [...tasks.slice(1), UNKNOWN_ID] }),
    409,
  ),
];
