import { limits } from '#contract/limits.ts';
import { suggestionLimits } from '#contract/suggestion.ts';
import { TASK_IMPORT_LIMITS } from '#contract/task-import.ts';
import { MAX_MOVES } from '#contract/task-planning.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';

/** The IDs used in the requests. `taskIds` belong to open tasks, at most as many as one request accepts. */
export type HeavyIds = {
  inspectionId: string;
  workbookId: string;
  taskIds: readonly string[];
  userId: number;
  largeTaskId: string;
  largeWorkbookId: string;
};

/** A request that hits a limit and causes as much work as a single request can. */
export type HeavyRequest = {
  name: string;
  /**
   * The client that sends the request: one without a token, an application, an administrator, an inspector, or the
   * administrator of the tenant with large rows.
   */
  client: 'anonymous' | 'erp' | 'admin' | 'anna' | 'large';
  method: string;
  path: (ids: HeavyIds) => string;
  body?: (ids: HeavyIds) => string;
  contentType?: string;
  status: number;
};

const createArray = <Element>(count: number, createElement: (index: number) => Element): Element[] =>
  Array.from({ length: count }, (_, index) => createElement(index));

/** 62 KB of parameters, which is close to the size limit for request headers. */
const PARAMETERS = createArray(31_000, () => 'a').join('&');
const LARGE_FORM = '0&'.repeat(limits.providerResponse / 2);
const WIDE_CSV_FILE = `a${',a'.repeat(limits.body)}`;
const EXTERNAL_TASK = '/api/services/custom/externaltask';
const LONGEST_ANSWER = 'x'.repeat(workbookLimits.longText - 1);

/**
 * Two fields for long answers, and calculated fields that search for one answer in the other, or convert an answer
 * to a number or a date.
 */
export const HEAVY_FIELDS = [
  { name: 'Text', type: 'longText' },
  { name: 'Part', type: 'longText' },
  ...createArray(100, (index) => ({
    name: `Found${index}`,
    type: 'calculated',
    calculation: 'contains(${Text}, ${Part})',
  })),
  ...createArray(50, (index) => ({
    name: `After${index}`,
    type: 'calculated',
    calculation: 'substring-after(${Text}, ${Part})',
  })),
  ...createArray(50, (index) => ({
    name: `Digits${index}`,
    type: 'calculated',
    calculation: 'number(${Text})',
  })),
  ...createArray(50, (index) => ({
    name: `Day${index}`,
    type: 'calculated',
    calculation: "format-date('2026-03-01', ${Part})",
  })),
];

/** Serialises the value once, and returns a function that reuses the JSON for every request. */
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

const createTaskActionRequest = (
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

const CSV_FILE = `externalId,title,teamName,workbookName\n${createArray(TASK_IMPORT_LIMITS.rows, (index) => `I-${index},Inspect ${index},Team 1,Workbook1`).join('\n')}`;

const UNKNOWN_TASK_ID = '01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33';

const formatDayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const BOARD_PERIOD = `from=${formatDayFromNow(-20)}&to=${formatDayFromNow(20)}`;

const createDraftCheckRequest = (name: string, fields: unknown): HeavyRequest => ({
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
    body: () => LARGE_FORM,
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
      `${EXTERNAL_TASK}/getall?$filter=${encodeURIComponent(createArray(300, () => "Title eq 'x'").join(' or '))}`,
    status: 200,
  },
  createCancelRequest(
    '99,000 invalid elements',
    JSON.stringify({ externalTaskIds: createArray(99_000, (index) => index) }),
  ),
  createCancelRequest(
    'the maximum number of IDs',
    JSON.stringify({ externalTaskIds: createArray(limits.bulkIds, (index) => `id ${index}`) }),
  ),
  createCancelRequest(
    '90,000 numbers to validate',
    `{"externalTaskIds":[${createArray(90_000, () => '1234567890.1234567890').join(',')}]}`,
  ),
  createCancelRequest(
    '90,000 strings with escapes',
    `{${createArray(90_000, (index) => `"name${index}":"\\u0041${'x'.repeat(16)}"`).join(',')}}`,
  ),
  createDraftCheckRequest(
    'half a million characters of expressions',
    createArray(500, (index) => ({
      name: `F${index}`,
      type: 'calculated',
      calculation: createArray(490, () => '1').join('+'),
    })),
  ),
  createDraftCheckRequest(
    '95,000 choices',
    createArray(19, (index) => ({
      name: `F${index}`,
      type: 'singleChoice',
      choices: createArray(5_000, (choice) => ({ value: `c${choice}` })),
    })),
  ),
  createDraftCheckRequest(
    'fields in a cycle',
    createArray(2_000, (index) => ({
      name: `F${index}`,
      type: 'calculated',
      calculation: `\${F${(index + 1) % 2_000}} + 1`,
    })),
  ),
  createDraftCheckRequest(
    'misspelled field names',
    createArray(1_300, (index) => ({ name: `Field${index}`, type: 'text', relevant: `\${Feild${index}}` })),
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
    ...createTaskActionRequest('a 4 MB string instead of custom properties', '', () => ({}), 422),
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
  createTaskActionRequest(
    'the maximum number of moves',
    'plan',
    ({ taskIds, userId }) => ({
      moves: taskIds.slice(0, MAX_MOVES).map((id) => ({ id, assigneeId: userId })),
    }),
    200,
  ),
  {
    ...createTaskActionRequest('suggestions', '', () => ({}), 200),
    path: () => '/api/v1/suggestions',
    body: ({ taskIds }) =>
      JSON.stringify({
        taskIds: taskIds.slice(0, suggestionLimits.tasks),
        from: formatDayFromNow(1),
        to: formatDayFromNow(suggestionLimits.days),
        spread: true,
      }),
  },
  {
    ...createTaskActionRequest('a CSV file with the maximum number of tasks', '', () => ({}), 200),
    path: () => '/api/v1/tasks/import?dryRun=true',
    body: () => CSV_FILE,
    contentType: 'text/csv',
  },
  {
    ...createTaskActionRequest('a CSV file with 4 million columns', '', () => ({}), 422),
    path: () => '/api/v1/tasks/import?dryRun=true',
    body: () => WIDE_CSV_FILE,
    contentType: 'text/csv',
  },
  // One ID is unknown so that no task is deleted and the next round can use the tasks again.
  createTaskActionRequest(
    'the maximum number of deletions',
    'delete',
    ({ taskIds }) => ({ ids: [...taskIds.slice(1), UNKNOWN_TASK_ID] }),
    409,
  ),
];
