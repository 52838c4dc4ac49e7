import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import type { FastifyRequest } from 'fastify';
import { parseToken } from '#service/changes/change-token.ts';
import { knownNames } from '#service/http/bind-names.ts';
import { bindQuery, parseQuery } from '#service/http/bind-query.ts';
import { readRange } from '#service/http/byte-range.ts';
import { contentDisposition } from '#service/http/content-disposition.ts';
import { readCookie, readCookiesNamed } from '#service/http/cookies.ts';
import { keyAfter } from '#service/http/cursor.ts';
import { fieldProblems } from '#service/http/field-problems.ts';
import { parseNumericId } from '#service/http/ids.ts';
import { parseInstant } from '#service/http/instant.ts';
import { parseInstantParameter } from '#service/http/instant-parameter.ts';
import { preferredLanguage, prefersPage } from '#service/http/negotiate.ts';
import { preconditionOf } from '#service/http/preconditions.ts';
import { readForm } from '#service/http/read-form.ts';
import { readJson } from '#service/http/read-json.ts';
import { networkOf } from '#service/identity/tokens/network-of.ts';
import { clientOf } from '#service/identity/tokens/token-form.ts';
import { readTextCell, readValueCell } from '#service/items/cell-text.ts';
import { parseBox } from '#service/items/parse-box.ts';
import { planQuery } from '#service/odata/plan-query.ts';
import { readXml } from '#service/sign-in/ws-federation/read-xml.ts';
import { readItemList } from '#service/tasks/files/item-list.ts';
import { taskFields } from '#service/tasks/task-fields.ts';
import { parseOrder } from '#service/tasks/views/task-order.ts';
import { type Case, list, repeated, testGrowth } from '#service/testing/test-growth.ts';
import { readMetadata } from '#service/uploads/tus-headers.ts';
import { nearestName } from '#spelling/nearest-name.ts';

/*
 * The time to parse input is linear in its size (R24). Each parser gets its slowest input in up to eight times the first
 * size; quadratic work would take 64 times as long.
 */

const requestWith = (headers: Record<string, string>) =>
  ({ headers, protocol: 'http' }) as unknown as FastifyRequest;
const KNOWN = knownNames(['title']);
const bytes = (text: string) => Buffer.from(text);
const readAll = (text: string) => {
  const reader = readJson(bytes(text));
  for (let step = reader.next(); !step.done; step = reader.next());
};
const PARSERS: Readonly<Record<string, readonly Case[]>> = {
  parseQuery: [
    (size) => () => parseQuery(repeated('p=1&', size)),
    (size) => () => parseQuery(`p=${repeated('%', size)}`),
    (size) => () => parseQuery(`p=${repeated('%4', size)}`),
  ],
  bindQuery: [(size) => () => bindQuery(parseQuery(repeated('title&', size).slice(0, 5)), KNOWN)],
  readForm: [
    (size) => () => readForm(bytes(list(size / 8, (index) => `p${index}=1`).join('&')), size * 2),
    (size) => () => readForm(bytes(repeated('0&', 16 * size)), 32 * size),
    (size) => () => readForm(bytes(`p=${repeated('%41', size)}`), size * 4),
  ],
  readJson: [
    (size) => () => readAll(`{"a":"${repeated('\\u00e9', size)}"}`),
    (size) => () => readAll(`[${repeated('1e5,', size)}1]`),
    (size) => () => readAll(`{${list(size / 8, (index) => `"k${index}":"\\t"`).join(',')}}`),
    (size) => () => readAll(`[${repeated('[[[[[[1e5]]]]]],', size)}1]`),
    (size) => () => readAll(`[${repeated('12345678901234567890,', size)}1]`),
    (size) => () => readAll(`[1${'1'.repeat(size)}`),
    (size) => () => readAll(`"${repeated('111111111111111a', size)}"`),
  ],
  readCookie: [
    (size) => () => readCookie(requestWith({ cookie: repeated('a=1; ', size) }), 'b'),
    (size) => () => readCookie(requestWith({ cookie: repeated('"', size) }), 'b'),
    (size) => () => readCookie(requestWith({ cookie: `a=${repeated(' ', size)}b` }), 'b'),
  ],
  readCookiesNamed: [
    (size) => () => readCookiesNamed(requestWith({ cookie: repeated('a=%41; ', size) }), 'a'),
  ],
  preferredLanguage: [
    (size) => () => preferredLanguage(repeated('nl;q=0.5,', size), ['en', 'nl']),
    (size) => () => preferredLanguage(repeated(';', size), ['en', 'nl']),
  ],
  prefersPage: [(size) => () => prefersPage(repeated('text/html;q=0.1,', size))],
  readRange: [
    (size) => () => readRange(`bytes=${repeated('0-1,', size)}`, 1_000),
    (size) => () => readRange(repeated(' ', size), 5),
  ],
  preconditionOf: [
    (size) => () => preconditionOf(requestWith({ 'if-match': `${repeated('"3", ', size)}"4"` })),
    (size) => () => preconditionOf(requestWith({ 'if-match': `"${repeated('x', size)}` })),
    (size) => () => preconditionOf(requestWith({ 'if-match': `"3"${repeated(' ', size)}x` })),
    (size) => () => preconditionOf(requestWith({ 'if-match': `${repeated(' ', size)}x` })),
  ],
  contentDisposition: [(size) => () => contentDisposition('inline', repeated('é\'"', size))],
  keyAfter: [(size) => () => keyAfter(repeated('QUFB', size))],
  parseNumericId: [(size) => () => parseNumericId(repeated('1', size))],
  parseInstant: [(size) => () => parseInstant(`2026-11-21T08:00:00.${repeated('1', size)}`)],
  parseInstantParameter: [(size) => () => parseInstantParameter('since', repeated('2026-', size))],
  fieldProblems: [
    (size) => () =>
      fieldProblems(
        list(size / 8, (index) => ({
          keyword: 'type',
          instancePath: `/a/${index}`,
          params: { type: 'string' },
          data: 5,
        })),
      ),
    (size) => () =>
      fieldProblems([
        { keyword: 'maxLength', instancePath: '/a', params: { limit: 5 }, data: repeated('é', size) },
      ]),
  ],
  parseToken: [
    (size) => () => parseToken(repeated('1', size)),
    (size) => () => parseToken(repeated('_', size)),
  ],
  networkOf: [
    (size) => () => networkOf(repeated('1:', size)),
    (size) => () => networkOf(repeated('::', size)),
  ],
  clientOf: [(size) => () => clientOf(new Map(), `Basic ${bytes(repeated('%', size)).toString('base64')}`)],
  readMetadata: [
    (size) => () => readMetadata({ 'upload-metadata': repeated('name QUFB,', size) }),
    (size) => () => readMetadata({ 'upload-metadata': `name ${repeated('QUFB', size)}` }),
    (size) => () =>
      readMetadata({ 'upload-metadata': list(size / 8, (index) => `n${index} QUFB`).join(',') }),
  ],
  parseBox: [
    (size) => () => parseBox('bbox', repeated('1,', size)),
    (size) => () => parseBox('bbox', repeated('1', size)),
  ],
  parseOrder: [
    (size) => () => parseOrder(repeated('title,', size)),
    (size) => () => parseOrder(repeated('-', size)),
  ],
  planQuery: [
    ...[
      (size: number) => repeated("Title eq 'x' or ", size),
      (size: number) => repeated('(', size),
      (size: number) => repeated('not ', size),
      (size: number) => `Title eq '${repeated("''", size)}`,
      (size: number) => `Title eq ${repeated('1', size)}`,
      (size: number) => `${list(size / 16, () => "Title eq 'x'").join(' or ')}`,
      (size: number) => `concat(${repeated('concat(', size)}`,
      (size: number) => `Id eq ${repeated('-', size)}`,
      (size: number) => `startswith(Title, '${repeated('%_', size)}')`,
      (size: number) => repeated('1e', size),
      (size: number) => repeated(' ', size),
    ].map(
      (filter): Case =>
        (size) =>
        () =>
          planQuery({ $filter: filter(size) }, taskFields, 1),
    ),
    (size) => () => planQuery({ $orderby: repeated('Title,', size) }, taskFields, 1),
    (size) => () => planQuery({ $select: repeated('title,', size) }, taskFields, 1),
  ],
  readXml: [
    (size) => () => readXml(`<a>${repeated('<b c="d"/>', size)}</a>`),
    (size) => () => readXml(repeated('<a>', size)),
    (size) => () => readXml(`<a ${list(size / 8, (index) => `b${index}="1"`).join(' ')}/>`),
    (size) => () => readXml(`<a>${repeated('&amp;', size)}</a>`),
  ],
  readItemList: [
    (size) => () => readItemList(repeated('a;"b";', size)),
    (size) => () => readItemList(repeated('"', size)),
  ],
  readTextCell: [
    (size) => () => readTextCell(repeated(' ', size)),
    (size) => () => readTextCell(`"${repeated('""', size)}`),
  ],
  readValueCell: [
    (size) => () => readValueCell(`${repeated('1', size)}x`),
    (size) => () => readValueCell(repeated('1.', size)),
    (size) => () => readValueCell(`1${repeated(' ', size)}x`),
  ],
  nearestName: [
    (size) => () => nearestName(repeated('a', size), [`${repeated('a', size)}b`]),
    (size) => {
      const names = list(size / 8, (index) => `name${index}`);
      return () => nearestName('nmae5', names);
    },
  ],
};

testGrowth(PARSERS);

test('every request parser has a growth test', () => {
  const folder = new URL('./http/', import.meta.url);
  const exported = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(new URL(file, folder), 'utf8').matchAll(
        /^export (?:const|function\*?) ((?:parse|read|prefer)\w*)/gm,
      ),
    ])
    .map(([, name]) => name!);
  assert.ok(exported.length > 8);
  assert.deepEqual(
    exported.filter((name) => !Object.hasOwn(PARSERS, name)),
    [],
  );
});
