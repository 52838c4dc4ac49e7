import { gzipSync } from 'node:zlib';
import { limits } from '#contract/limits.ts';
import { taskBody } from '#service/testing/caller.ts';

/**
 * A body for creating tasks, or for the operation at `path`. `expected` is the expected outcome: accepted, rejected as
 * invalid, or rejected with an HTTP status.
 */
export type HostileBody = {
  name: string;
  body: string | Buffer<ArrayBuffer>;
  expected: 'invalid' | 'accepted' | number;
  /** The field that the error must name. */
  field?: string;
  path?: string;
  method?: string;
  headers?: Readonly<Record<string, string>>;
};

const EXTERNAL_TASK = '/api/services/custom/externaltask';
const JSON_TYPE = { 'content-type': 'application/json' };

/** Returns a task as JSON, with additional properties given as JSON text. */
const createTaskWithProperties = (properties: string) =>
  `${JSON.stringify(taskBody()).slice(0, -1)},${properties}}`;
const createTaskWithCustomProperty = (value: string) => createTaskWithProperties(`"custom":${value}`);
const nestArrays = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const concatBytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
const createKeys = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',');

/**
 * The bodies of failure scenario R14, and bodies that Node.js and Fastify accept by default (docs/operate/security.md).
 */
export const HOSTILE_BODIES: readonly HostileBody[] = [
  { name: '4 MiB and a byte', body: ' '.repeat(limits.body + 1), expected: 413 },
  {
    name: 'a title of 4 MiB',
    body: JSON.stringify(taskBody({ title: 'x'.repeat(limits.body - 1_000) })),
    expected: 'invalid',
    field: 'title',
  },
  { name: '430,000 keys, over the limit', body: `{${createKeys(430_000)}}`, expected: 413 },
  { name: 'a million values', body: `[${'1,'.repeat(1_000_000)}1]`, expected: 'invalid', field: 'input' },
  { name: '300,000 keys', body: `{${createKeys(300_000)}}`, expected: 'invalid', field: 'input' },
  {
    name: '90,000 keys',
    body: createTaskWithProperties(createKeys(90_000)),
    expected: 'invalid',
    field: 'input',
  },
  { name: '100,000 nested arrays', body: nestArrays(100_000), expected: 'invalid', field: 'input' },
  {
    name: '500,000 nested arrays in a property',
    body: createTaskWithCustomProperty(nestArrays(500_000)),
    expected: 'invalid',
    field: 'input',
  },
  {
    name: '100,000 nested objects that are not closed',
    body: '{"a":'.repeat(100_000),
    expected: 'invalid',
    field: 'input',
  },
  {
    name: 'a number too large for a double',
    body: createTaskWithCustomProperty('1e400'),
    expected: 'invalid',
    field: 'custom',
  },
  {
    name: 'an integer beyond 2^53',
    body: createTaskWithCustomProperty('12345678901234567890'),
    expected: 'invalid',
    field: 'custom',
  },
  {
    name: 'a number with a million digits',
    body: createTaskWithCustomProperty('9'.repeat(1_000_000)),
    expected: 'invalid',
    field: 'custom',
  },
  {
    name: 'a number with a million decimal places',
    body: createTaskWithCustomProperty(`0.${'1'.repeat(1_000_000)}`),
    expected: 'accepted',
  },
  {
    name: 'a repeated key',
    body: createTaskWithProperties('"externalId":"twice","externalId":"last"'),
    expected: 'accepted',
  },
  {
    name: 'a field in two spellings',
    body: createTaskWithProperties('"TITLE":"another"'),
    expected: 'invalid',
    field: 'title',
  },
  {
    name: '__proto__',
    body: createTaskWithProperties('"__proto__":{"state":"Closed"}'),
    expected: 'invalid',
  },
  { name: '__proto__ as a string', body: createTaskWithProperties('"__proto__":"x"'), expected: 'invalid' },
  { name: 'constructor', body: createTaskWithProperties('"constructor":"x"'), expected: 'invalid' },
  { name: 'prototype', body: createTaskWithProperties('"prototype":"x"'), expected: 'invalid' },
  {
    name: 'bytes that are not UTF-8',
    body: concatBytes('{"externalId":"', [0xff, 0xfe], '"}'),
    expected: 'invalid',
    field: 'input',
  },
  {
    name: 'overlong UTF-8',
    body: concatBytes('{"externalId":"', [0xc0, 0xaf], '"}'),
    expected: 'invalid',
    field: 'input',
  },
  {
    name: 'U+0000',
    body: createTaskWithProperties('"title":"a\\u0000b"'),
    expected: 'invalid',
    field: 'title',
  },
  { name: 'U+0000 in a name', body: createTaskWithProperties('"a\\u0000b":1'), expected: 'invalid' },
  {
    name: 'an unpaired surrogate',
    body: createTaskWithProperties('"title":"\\ud800"'),
    expected: 'invalid',
    field: 'title',
  },
  {
    name: 'a byte order mark',
    body: concatBytes([0xef, 0xbb, 0xbf], JSON.stringify(taskBody({ externalId: 'marked' }))),
    expected: 'accepted',
  },
  { name: 'UTF-16', body: Buffer.from(JSON.stringify(taskBody()), 'utf16le'), expected: 'invalid' },
  {
    name: 'a compressed body',
    body: gzipSync(JSON.stringify(taskBody())),
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    expected: 415,
  },
  {
    name: 'a gzip bomb',
    body: gzipSync(Buffer.alloc(100 * limits.body)),
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    expected: 415,
  },
  { name: 'a brotli body', body: 'x', headers: { ...JSON_TYPE, 'content-encoding': 'br' }, expected: 415 },
  {
    name: 'plain text',
    body: JSON.stringify(taskBody()),
    headers: { 'content-type': 'text/plain' },
    expected: 415,
  },
  {
    name: 'a form',
    body: 'externalId=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    expected: 415,
  },
  {
    name: 'an unsupported character set',
    body: JSON.stringify(taskBody()),
    headers: { 'content-type': 'application/json; charset=latin1' },
    expected: 415,
  },
  { name: 'no content type', body: concatBytes(JSON.stringify(taskBody())), headers: {}, expected: 415 },
  { name: 'an array', body: '[]', expected: 'invalid', field: 'input' },
  { name: 'null', body: 'null', expected: 'invalid', field: 'input' },
  { name: 'a string', body: '"text"', expected: 'invalid', field: 'input' },
  { name: 'an empty body', body: '', expected: 'invalid', field: 'input' },
  { name: 'incomplete JSON', body: '{"externalId":', expected: 'invalid', field: 'input' },
  {
    name: 'a number instead of a string',
    body: createTaskWithProperties('"title":5'),
    expected: 'invalid',
    field: 'title',
  },
  {
    name: 'an external ID of 12,000 characters',
    body: JSON.stringify(taskBody({ externalId: 'x'.repeat(12_000) })),
    expected: 'invalid',
    field: 'externalId',
  },
  {
    name: 'the year 0',
    body: JSON.stringify(taskBody({ externalId: 'year 0', dueDate: '0000-01-01T00:00:00.000Z' })),
    expected: 'invalid',
    field: 'dueDate',
  },
  {
    name: 'the year 294277',
    body: JSON.stringify(taskBody({ dueDate: '+294277-01-01T00:00:00.000Z' })),
    expected: 'invalid',
    field: 'dueDate',
  },
  {
    name: 'a custom property of 4,001 characters',
    body: createTaskWithCustomProperty(`"${'x'.repeat(4_001)}"`),
    expected: 'invalid',
    field: 'custom',
  },
  {
    name: '201 custom properties',
    body: createTaskWithProperties(createKeys(201)),
    expected: 'invalid',
    field: 'input',
  },
  {
    name: '1,001 items',
    body: JSON.stringify(taskBody({ itemsToInspect: Array(1_001).fill('BR-001') })),
    expected: 'invalid',
    field: 'itemsToInspect',
  },
  {
    name: '70,000 IDs',
    path: `${EXTERNAL_TASK}/cancel`,
    body: JSON.stringify({ externalTaskIds: Array.from({ length: 70_000 }, String) }),
    expected: 'invalid',
    field: 'externalTaskIds',
  },
  {
    name: 'a deletion without a body',
    path: `${EXTERNAL_TASK}/delete`,
    method: 'DELETE',
    body: '',
    expected: 'invalid',
    field: 'input',
  },
  {
    name: 'a form of 17 KiB',
    path: '/token',
    body: `grant_type=${'x'.repeat(17 * 1024)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    expected: 400,
  },
];

export const getPath = ({ path = `${EXTERNAL_TASK}/post` }: HostileBody): string => path;
export const getHeaders = ({ headers = JSON_TYPE }: HostileBody): Readonly<Record<string, string>> => headers;
