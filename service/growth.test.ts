import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { FastifyRequest } from 'fastify';
import type { InspectionListQuery } from '#contract/result.ts';
import type { TaskInput } from '#contract/task.ts';
import type { TaskFilterQuery } from '#contract/task-list.ts';
import { parseToken } from '#service/changes/change-token.ts';
import { buildKnownNames } from '#service/http/bind-names.ts';
import { bindQuery, parseQuery } from '#service/http/bind-query.ts';
import { parseRange } from '#service/http/byte-range.ts';
import { formatContentDisposition } from '#service/http/content-disposition.ts';
import { readCookie, readCookiesByPrefix } from '#service/http/cookies.ts';
import { decodeCursor, encodeCursor, LOWEST_ID, parseNameKey } from '#service/http/cursor.ts';
import { toFieldProblems } from '#service/http/field-problems.ts';
import { parseNumericId } from '#service/http/ids.ts';
import { parseInstant } from '#service/http/instant.ts';
import { parseInstantParameter } from '#service/http/instant-parameter.ts';
import { prefersPage, selectLanguage } from '#service/http/negotiate.ts';
import { parsePrecondition } from '#service/http/preconditions.ts';
import { readForm } from '#service/http/read-form.ts';
import { readJson } from '#service/http/read-json.ts';
import { splitIntoWords } from '#service/http/search-words.ts';
import { toClientNetwork } from '#service/identity/tokens/network.ts';
import { readClientCredentials } from '#service/identity/tokens/token-form.ts';
import { parseUserId } from '#service/identity/users/parse-user-id.ts';
import { parseInspectionId } from '#service/inspections/inspection-routes.ts';
import { parseBox } from '#service/items/box.ts';
import { type CellFormat, parseTextCell, parseValueCell } from '#service/items/cell-text.ts';
import { parseHeader } from '#service/items/item-columns.ts';
import { compilePlan } from '#service/odata/build-list-query.ts';
import { planQuery } from '#service/odata/plan-query.ts';
import { parseOptions } from '#service/odata/query-options.ts';
import { SHARE_TOKEN } from '#service/reports/share-queries.ts';
import { parseInspectionFilter } from '#service/results/inspection-filter.ts';
import { readXml } from '#service/sign-in/ws-federation/read-xml.ts';
import { parseItemList } from '#service/tasks/files/item-list.ts';
import { taskFields } from '#service/tasks/task-fields.ts';
import { parseTaskContent } from '#service/tasks/task-input.ts';
import { parseTaskFilter } from '#service/tasks/views/task-filter.ts';
import { parseOrder, parseTaskCursor } from '#service/tasks/views/task-order.ts';
import { type Case, createList, repeatString, testGrowth } from '#service/testing/test-growth.ts';
import { parseByteCount, parseMetadata } from '#service/uploads/tus-headers.ts';
import { findNearestName } from '#spelling/nearest-name.ts';

/*
 * Parsing takes time linear in the size of the input (R24). Each parser is given its slowest input, at up to eight
 * times the initial size. A quadratic parser would take 64 times as long.
 */

const createRequest = (headers: Record<string, string>) =>
  ({ headers, protocol: 'http' }) as unknown as FastifyRequest;
const KNOWN_NAMES = buildKnownNames(['title']);
const BY_TITLE = { by: 'title', isDescending: false } as const;
const SCOPE = { tenantId: 1, teamIds: null, userId: 1 };
const bytes = (text: string) => Buffer.from(text);
const readJsonCompletely = (text: string) => {
  const reader = readJson(bytes(text));
  for (let step = reader.next(); !step.done; step = reader.next());
};
const PARSERS: Readonly<Record<string, readonly Case[]>> = {
  parseQuery: [
    (size) => () => parseQuery(repeatString('p=1&', size)),
    (size) => () => parseQuery(`p=${repeatString('%', size)}`),
    (size) => () => parseQuery(`p=${repeatString('%4', size)}`),
  ],
  bindQuery: [
    (size) => {
      const query = { title: createList(size / 8, () => 'x') };
      return () => bindQuery(query, KNOWN_NAMES);
    },
    (size) => {
      const query = Object.fromEntries(createList(size / 8, (index) => [`p${index}`, 'x']));
      return () => bindQuery(query, KNOWN_NAMES);
    },
  ],
  readForm: [
    (size) => () => readForm(bytes(createList(size / 8, (index) => `p${index}=1`).join('&')), size * 2),
    (size) => () => readForm(bytes(repeatString('0&', 16 * size)), 32 * size),
    (size) => () => readForm(bytes(`p=${repeatString('%41', size)}`), size * 4),
  ],
  readJson: [
    (size) => () => readJsonCompletely(`{"a":"${repeatString('\\u00e9', size)}"}`),
    (size) => () => readJsonCompletely(`[${repeatString('1e5,', size)}1]`),
    (size) => () => readJsonCompletely(`{${createList(size / 8, (index) => `"k${index}":"\\t"`).join(',')}}`),
    (size) => () => readJsonCompletely(`[${repeatString('[[[[[[1e5]]]]]],', size)}1]`),
    (size) => () => readJsonCompletely(`[${repeatString('12345678901234567890,', size)}1]`),
    (size) => () => readJsonCompletely(`[1${'1'.repeat(size)}`),
    (size) => () => readJsonCompletely(`"${repeatString('111111111111111a', size)}"`),
  ],
  readCookie: [
    (size) => () => readCookie(createRequest({ cookie: repeatString('a=1; ', size) }), 'b'),
    (size) => () => readCookie(createRequest({ cookie: repeatString('"', size) }), 'b'),
    (size) => () => readCookie(createRequest({ cookie: `a=${repeatString(' ', size)}b` }), 'b'),
  ],
  readCookiesByPrefix: [
    (size) => () => readCookiesByPrefix(createRequest({ cookie: repeatString('a=%41; ', size) }), 'a'),
  ],
  selectLanguage: [
    (size) => () => selectLanguage(repeatString('nl;q=0.5,', size), ['en', 'nl']),
    (size) => () => selectLanguage(repeatString(';', size), ['en', 'nl']),
  ],
  prefersPage: [(size) => () => prefersPage(repeatString('text/html;q=0.1,', size))],
  parseRange: [
    (size) => () => parseRange(`bytes=${repeatString('0-1,', size)}`, 1_000),
    (size) => () => parseRange(repeatString(' ', size), 5),
  ],
  parsePrecondition: [
    (size) => () => parsePrecondition(createRequest({ 'if-match': `${repeatString('"3", ', size)}"4"` })),
    (size) => () => parsePrecondition(createRequest({ 'if-match': `"${repeatString('x', size)}` })),
    (size) => () => parsePrecondition(createRequest({ 'if-match': `"3"${repeatString(' ', size)}x` })),
    (size) => () => parsePrecondition(createRequest({ 'if-match': `${repeatString(' ', size)}x` })),
  ],
  formatContentDisposition: [(size) => () => formatContentDisposition('inline', repeatString('é\'"', size))],
  decodeCursor: [(size) => () => decodeCursor(repeatString('QUFB', size))],
  parseUserId: [(size) => () => parseUserId({ id: repeatString('1', size) })],
  parseInspectionId: [(size) => () => parseInspectionId({ id: repeatString('a-', size) })],
  parseByteCount: [
    (size) => () => parseByteCount({ 'upload-length': repeatString('1', size) }, 'Upload-Length'),
  ],
  parseTaskContent: [
    (size) => {
      const custom = Object.fromEntries(createList(size / 16, (index) => [`p${index}`, 'x']));
      const itemsToInspect = createList(size / 16, (index) => `item ${index % 100}`);
      return () => parseTaskContent({ title: 'A', itemsToInspect, ...custom } as unknown as TaskInput, []);
    },
  ],
  parseNumericId: [(size) => () => parseNumericId(repeatString('1', size))],
  parseInstant: [(size) => () => parseInstant(`2026-11-21T08:00:00.${repeatString('1', size)}`)],
  parseInstantParameter: [(size) => () => parseInstantParameter('since', repeatString('2026-', size))],
  toFieldProblems: [
    (size) => () =>
      toFieldProblems(
        createList(size / 8, (index) => ({
          keyword: 'type',
          instancePath: `/a/${index}`,
          params: { type: 'string' },
          data: 5,
        })),
      ),
    (size) => () =>
      toFieldProblems([
        { keyword: 'maxLength', instancePath: '/a', params: { limit: 5 }, data: repeatString('é', size) },
      ]),
  ],
  parseToken: [
    (size) => () => parseToken(repeatString('1', size)),
    (size) => () => parseToken(repeatString('_', size)),
  ],
  parseNameKey: [(size) => () => parseNameKey(`${LOWEST_ID}${repeatString('a', size)}`)],
  toClientNetwork: [
    (size) => () => toClientNetwork(repeatString('1:', size)),
    (size) => () => toClientNetwork(repeatString('::', size)),
  ],
  readClientCredentials: [
    (size) => () =>
      readClientCredentials(new Map(), `Basic ${bytes(repeatString('%', size)).toString('base64')}`),
  ],
  parseMetadata: [
    (size) => () => parseMetadata({ 'upload-metadata': repeatString('name QUFB,', size) }),
    (size) => () => parseMetadata({ 'upload-metadata': `name ${repeatString('QUFB', size)}` }),
    (size) => () =>
      parseMetadata({ 'upload-metadata': createList(size / 8, (index) => `n${index} QUFB`).join(',') }),
  ],
  parseBox: [
    (size) => () => parseBox('bbox', repeatString('1,', size)),
    (size) => () => parseBox('bbox', repeatString('1', size)),
  ],
  parseOrder: [
    (size) => () => parseOrder(repeatString('title,', size)),
    (size) => () => parseOrder(repeatString('-', size)),
  ],
  parseTaskCursor: [
    (size) => () => parseTaskCursor(BY_TITLE, encodeCursor(`title ${repeatString('0 =', size)}`)),
    (size) => () => parseTaskCursor(BY_TITLE, encodeCursor(repeatString(' ', size))),
  ],
  parseTaskFilter: [
    (size) => () => parseTaskFilter(SCOPE, { text: repeatString('a ', size) } as TaskFilterQuery, []),
    (size) => () => parseTaskFilter(SCOPE, { id: repeatString('1,', size) } as TaskFilterQuery, []),
    (size) => () => parseTaskFilter(SCOPE, { property: repeatString(':', size) } as TaskFilterQuery, []),
    (size) => () => parseTaskFilter(SCOPE, { dueFrom: repeatString(' ', size) } as TaskFilterQuery, []),
  ],
  parseInspectionFilter: [
    (size) => () => parseInspectionFilter(SCOPE, { text: repeatString('a ', size) } as InspectionListQuery),
    (size) => () =>
      parseInspectionFilter(SCOPE, { state: repeatString('Completed,', size) } as InspectionListQuery),
  ],
  splitIntoWords: [
    (size) => () => splitIntoWords(repeatString(' ', size)),
    (size) => () => splitIntoWords(createList(size / 8, (index) => `word${index}`).join(' ')),
  ],
  planQuery: [
    ...[
      (size: number) => repeatString("Title eq 'x' or ", size),
      (size: number) => repeatString('(', size),
      (size: number) => repeatString('not ', size),
      (size: number) => `Title eq '${repeatString("''", size)}`,
      (size: number) => `Title eq ${repeatString('1', size)}`,
      (size: number) => `${createList(size / 16, () => "Title eq 'x'").join(' or ')}`,
      (size: number) => `concat(${repeatString('concat(', size)}`,
      (size: number) => `Id eq ${repeatString('-', size)}`,
      (size: number) => `startswith(Title, '${repeatString('%_', size)}')`,
      (size: number) => repeatString('1e', size),
      (size: number) => repeatString(' ', size),
    ].map(
      (filter): Case =>
        (size) =>
        () =>
          compilePlan(planQuery(parseOptions({ $filter: filter(size) }), taskFields)),
    ),
    (size) => () =>
      compilePlan(planQuery(parseOptions({ $orderby: repeatString('Title,', size) }), taskFields)),
    (size) => () => planQuery(parseOptions({ $select: repeatString('title,', size) }), taskFields),
  ],
  readXml: [
    (size) => () => readXml(`<a>${repeatString('<b c="d"/>', size)}</a>`),
    (size) => () => readXml(repeatString('<a>', size)),
    (size) => () => readXml(`<a ${createList(size / 8, (index) => `b${index}="1"`).join(' ')}/>`),
    (size) => () => readXml(`<a>${repeatString('&amp;', size)}</a>`),
  ],
  parseItemList: [
    (size) => () => parseItemList(repeatString('a;"b";', size)),
    (size) => () => parseItemList(repeatString('"', size)),
  ],
  parseHeader: [
    (size) => {
      const cells = createList(size / 16, (index) => `attribute:A${index}`);
      return () => parseHeader(cells, { hasDecimalComma: false } as CellFormat);
    },
  ],
  parseTenantId: [(size) => () => SHARE_TOKEN.parseTenantId(`ronda_report_${repeatString('1', size)}`)],
  parseTextCell: [
    (size) => () => parseTextCell(repeatString(' ', size)),
    (size) => () => parseTextCell(`"${repeatString('""', size)}`),
  ],
  parseValueCell: [
    (size) => () => parseValueCell(`${repeatString('1', size)}x`),
    (size) => () => parseValueCell(repeatString('1.', size)),
    (size) => () => parseValueCell(`1${repeatString(' ', size)}x`),
  ],
  findNearestName: [
    (size) => () => findNearestName(repeatString('a', size), [`${repeatString('a', size)}b`]),
    (size) => {
      const names = createList(size / 8, (index) => `name${index}`);
      return () => findNearestName('nmae5', names);
    },
  ],
};

testGrowth(PARSERS);

/** Parsers for settings and backups, not for requests. */
const OPERATOR_PARSERS = [
  'parseFilesUrl',
  'parseFilesLocation',
  'parseSchedule',
  'parseManifest',
  'parseRequiredFile',
  'parseListedFile',
];
/** Parsers whose input is part of another parser's input or created by the server. */
const NESTED_PARSERS = [
  'parseOptions',
  'parseFilter',
  'parseOrderBy',
  'parseNumber',
  'parsePath',
  'parseFields',
  'parseFlag',
  'parseNewTask',
  'parseInspectionStart',
  'parseColumns',
  'parseNumberCell',
  'parseOptionalPrecondition',
  'parsePeriod',
  'parseUploadKey',
  'parseWorkday',
];

test('every request parser has a growth test', () => {
  const names = globSync('**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !/\.test\.ts$|^testing\//.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(import.meta.dirname, file), 'utf8');
      const prefixes = file.startsWith('http/') ? 'parse|read|prefer' : 'parse';
      return [
        ...source.matchAll(new RegExp(`^export (?:const|function\\*?) ((?:${prefixes})[A-Z]\\w*)`, 'gm')),
      ];
    })
    .map(([, name]) => name!);
  assert.ok(names.length > 20);
  const untestedNames = names.filter(
    (name) => ![...Object.keys(PARSERS), ...OPERATOR_PARSERS, ...NESTED_PARSERS].includes(name),
  );
  assert.deepEqual(untestedNames, []);
});
