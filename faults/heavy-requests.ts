import { limits } from '#contract/limits.ts';
import { suggestionLimits } from '#contract/suggestion.ts';
import { TASK_IMPORT_LIMITS } from '#contract/task-import.ts';
import { MAX_MOVES } from '#contract/task-planning.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';

/** Ids for the requests. `tasks`: open tasks of the large tenant, as many as one request accepts. */
export type HeavyIds = {
  inspectionId: string;
  workbookId: string;
  tasks: readonly string[];
  userId: number;
  largeTaskId: string;
  largeWorkbookId: string;
};

/** A request at a limit, which causes as much work as one request can. */
export type HeavyRequest = {
  name: string;
  /** The client: without a token, an application, an administrator, an inspector, or the administrator of the tenant with large rows. */
  by: 'anonymous' | 'erp' | 'admin' | 'anna' | 'large';
  method: string;
  path: (ids: HeavyIds) => string;
  body?: (ids: HeavyIds) => string;
  contentType?: string;
  status: number;
};

const list = <Element>(size: number, element: (at: number) => Element): Element[] =>
  Array.from({ length: size }, (_, index) => element(index));

/** 62 KiB, the limit for the headers of a request. */
const PARAMETERS = list(31_000, () => 'a').join('&');
const FORM = '0&'.repeat(limits.providerResponse / 2);
const WIDE_FILE = `a${',a'.repeat(limits.body)}`;
const OPERATIONS = '/api/services/custom/externaltask';
const LONGEST = 'x'.repeat(workbookLimits.longText - 1);

/** Calculated fields that search long answers in each other, or convert them to numbers and dates. */
export const HEAVY_FIELDS = [
  { name: 'Text', type: 'longText' },
  { name: 'Part', type: 'longText' },
  ...list(100, (at) => ({
    name: `Found${at}`,
    type: 'calculated',
    calculation: 'contains(${Text}, ${Part})',
  })),
  ...list(50, (at) => ({
    name: `After${at}`,
    type: 'calculated',
    calculation: 'substring-after(${Text}, ${Part})',
  })),
  ...list(50, (at) => ({ name: `Digits${at}`, type: 'calculated', calculation: 'number(${Text})' })),
  ...list(50, (at) => ({
    name: `Day${at}`,
    type: 'calculated',
    calculation: "format-date('2026-03-01', ${Part})",
  })),
];

/** The JSON of a body, created once. */
const constant = (value: unknown) => {
  const text = JSON.stringify(value);
  return () => text;
};

const get = (name: string, by: HeavyRequest['by'], path: string): HeavyRequest => ({
  name,
  by,
  method: 'GET',
  path: () => path,
  status: 200,
});

const toTasks = (
  name: string,
  action: string,
  body: (ids: HeavyIds) => object,
  status: number,
): HeavyRequest => ({
  name,
  by: 'admin',
  method: 'POST',
  path: () => `/api/v1/tasks/${action}`,
  body: (ids) => JSON.stringify(body(ids)),
  status,
});

const FILE = `externalId,title,teamName,workbookName\n${list(TASK_IMPORT_LIMITS.rows, (at) => `I-${at},Inspect ${at},Team 1,Workbook1`).join('\n')}`;

const UNKNOWN = '01997b1b-8d3e-7a02-b1c4-5e9f0a2d6c33';

const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const MONTH = `from=${dayFrom(-20)}&to=${dayFrom(20)}`;

const check = (name: string, fields: unknown): HeavyRequest => ({
  name,
  by: 'admin',
  method: 'POST',
  path: ({ workbookId }) => `/api/v1/workbooks/${workbookId}/draft/check`,
  body: constant({ title: 'Heavy', fields }),
  status: 200,
});

const cancel = (name: string, body: string): HeavyRequest => ({
  name,
  by: 'erp',
  method: 'POST',
  path: () => `${OPERATIONS}/cancel`,
  body: () => body,
  status: 200,
});

const answer = (name: string, answers: unknown, status = 200): HeavyRequest => ({
  name,
  by: 'anna',
  method: 'PATCH',
  path: ({ inspectionId }) => `/api/v1/inspections/${inspectionId}/answers`,
  body: constant({ answers }),
  status,
});

export const HEAVY_REQUESTS: readonly HeavyRequest[] = [
  {
    name: '31,000 parameters without a token',
    by: 'anonymous',
    method: 'GET',
    path: () => `/health/live?${PARAMETERS}`,
    status: 422,
  },
  {
    name: 'a form of 500,000 parameters without a token',
    by: 'anonymous',
    method: 'POST',
    path: () => '/api/account/ExternalLoginCallback',
    body: () => FORM,
    contentType: 'application/x-www-form-urlencoded',
    status: 400,
  },
  {
    name: '31,000 parameters of a query',
    by: 'erp',
    method: 'GET',
    path: () => `${OPERATIONS}/getall?${PARAMETERS}`,
    status: 200,
  },
  {
    name: 'a filter of 5,000 characters',
    by: 'erp',
    method: 'GET',
    path: () =>
      `${OPERATIONS}/getall?$filter=${encodeURIComponent(list(300, () => "Title eq 'x'").join(' or '))}`,
    status: 200,
  },
  cancel('99,000 invalid elements', JSON.stringify({ externalTaskIds: list(99_000, (at) => at) })),
  cancel(
    'the maximum number of ids',
    JSON.stringify({ externalTaskIds: list(limits.bulkIds, (at) => `id ${at}`) }),
  ),
  cancel(
    '90,000 numbers to validate',
    `{"externalTaskIds":[${list(90_000, () => '1234567890.1234567890').join(',')}]}`,
  ),
  cancel(
    '90,000 names with escapes',
    `{${list(90_000, (at) => `"name${at}":"\\u0041${'x'.repeat(16)}"`).join(',')}}`,
  ),
  check(
    'half a million characters of expressions',
    list(500, (at) => ({ name: `F${at}`, type: 'calculated', calculation: list(490, () => '1').join('+') })),
  ),
  check(
    '95,000 choices',
    list(19, (at) => ({
      name: `F${at}`,
      type: 'singleChoice',
      choices: list(5_000, (choice) => ({ value: `c${choice}` })),
    })),
  ),
  check(
    'fields in a cycle',
    list(2_000, (at) => ({
      name: `F${at}`,
      type: 'calculated',
      calculation: `\${F${(at + 1) % 2_000}} + 1`,
    })),
  ),
  check(
    'misspelled names',
    list(1_300, (at) => ({ name: `Field${at}`, type: 'text', relevant: `\${Feild${at}}` })),
  ),
  answer('two long answers', { Text: LONGEST, Part: `${'x'.repeat(8_000)}y${'x'.repeat(8_000)}` }),
  answer('digits and a letter', { Text: `${'1'.repeat(LONGEST.length)}x`, Part: '1' }),
  answer('a pattern of 16,000 codes', { Text: 'x', Part: '%b'.repeat(LONGEST.length >> 1) }, 422),
  get('the OpenAPI document', 'anonymous', '/openapi.json'),
  get('500 tasks', 'admin', '/api/v1/tasks?limit=500'),
  get('5,000 tasks by OData', 'erp', `${OPERATIONS}/getall?$top=5000`),
  get('500 people', 'admin', '/api/v1/users?limit=500'),
  get('500 events', 'admin', '/api/v1/audit-events?limit=500'),
  get('the overview', 'admin', '/api/v1/overview'),
  get('six weeks of the board', 'admin', `/api/v1/board?${MONTH}`),
  get('all tasks as CSV', 'admin', '/api/v1/tasks.csv'),
  toTasks(
    'the maximum number of moves',
    'plan',
    ({ tasks, userId }) => ({ moves: tasks.slice(0, MAX_MOVES).map((id) => ({ id, assigneeId: userId })) }),
    200,
  ),
  {
    ...toTasks('suggestions', '', () => ({}), 200),
    path: () => '/api/v1/suggestions',
    body: ({ tasks }) =>
      JSON.stringify({
        taskIds: tasks.slice(0, suggestionLimits.tasks),
        from: dayFrom(1),
        to: dayFrom(suggestionLimits.days),
        spread: true,
      }),
  },
  {
    ...toTasks('a CSV file with the maximum number of tasks', '', () => ({}), 200),
    path: () => '/api/v1/tasks/import?dryRun=true',
    body: () => FILE,
    contentType: 'text/csv',
  },
  {
    ...toTasks('a CSV file with 4 million columns', '', () => ({}), 422),
    path: () => '/api/v1/tasks/import?dryRun=true',
    body: () => WIDE_FILE,
    contentType: 'text/csv',
  },
  // One id is unknown, so that no task is deleted and the next round can use them again.
  toTasks(
    'the maximum number of deletions',
    'delete',
    ({ tasks }) => ({ ids: [...tasks.slice(1), UNKNOWN] }),
    409,
  ),
];
