import { limits } from '#contract/limits.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';

/** A request at a limit: the most work that one request can cause. `path` may name the inspection or the workbook. */
export type HeavyRequest = {
  name: string;
  /** The caller: without a token, an application, an administrator or an inspector. */
  by: 'anybody' | 'erp' | 'admin' | 'anna';
  method: string;
  path: (ids: { inspectionId: string; workbookId: string }) => string;
  body?: string;
  status: number;
};

const list = <Element>(size: number, element: (at: number) => Element): Element[] =>
  Array.from({ length: size }, (_, at) => element(at));

/** 62 KiB, which is what the headers of a request may have. */
const PARAMETERS = list(31_000, () => 'a').join('&');
const OPERATIONS = '/api/services/custom/externaltask';
const LONGEST = 'x'.repeat(workbookLimits.longText - 1);

/** Calculated fields that search two long answers for each other, and one that reads a number of as many digits. */
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

const check = (name: string, fields: unknown): HeavyRequest => ({
  name,
  by: 'admin',
  method: 'POST',
  path: ({ workbookId }) => `/api/v1/workbooks/${workbookId}/draft/check`,
  body: JSON.stringify({ title: 'Heavy', fields }),
  status: 200,
});

const cancel = (name: string, body: string): HeavyRequest => ({
  name,
  by: 'erp',
  method: 'POST',
  path: () => `${OPERATIONS}/cancel`,
  body,
  status: 200,
});

const answer = (name: string, answers: unknown, status = 200): HeavyRequest => ({
  name,
  by: 'anna',
  method: 'PATCH',
  path: ({ inspectionId }) => `/api/v1/inspections/${inspectionId}/answers`,
  body: JSON.stringify({ answers }),
  status,
});

export const HEAVY_REQUESTS: readonly HeavyRequest[] = [
  {
    name: '31,000 parameters, by anybody',
    by: 'anybody',
    method: 'GET',
    path: () => `/health/live?${PARAMETERS}`,
    status: 422,
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
    'as many ids as there may be',
    JSON.stringify({ externalTaskIds: list(limits.bulkIds, (at) => `id ${at}`) }),
  ),
  cancel(
    '90,000 numbers to look at',
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
    'fields in a ring',
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
];
