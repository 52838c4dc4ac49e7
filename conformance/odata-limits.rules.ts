import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TASKS } from './caller.ts';
import { expectList } from './expectations.ts';
import { clients } from './organisation.ts';
import { sendRaw } from './raw-request.ts';
import { signInAsClient } from './sign-in.ts';
import { createTasks, expectInvalidQuery } from './test-tasks.ts';

const integration = await signInAsClient(clients.integration);
/** The title is the letter a, repeated 200 times. */
const tasks = await createTasks(integration, {
  rail: { title: 'a'.repeat(200), dueDate: '2026-12-01T08:00:00Z' },
});

const MAX_BYTES = 16 * 1024;
const MAX_NODES = 1_000;
const MAX_LEVELS = 100;

/** The beginning of a filter that matches only the task `rail`. */
const ONE_TASK_FILTER = `ExternalId eq '${tasks.getExternalId('rail')}' and `;
/** Returns whether the task matches the expression. Does not parenthesise the expression. */
const isFound = async (expression: string) =>
  expectList(await integration.listTasks({ $filter: `${ONE_TASK_FILTER}${expression}` })).length === 1;
const nest = (open: string, inner: string, close: string, levels = MAX_LEVELS) =>
  `${open.repeat(levels)}${inner}${close.repeat(levels)}`;
const buildChain = (first: string, next: string, times: number) => `${first}${next.repeat(times - 1)}`;

const countBytes = (text: string) => new TextEncoder().encode(text).length;
/** Repeats `fill` as often as possible within the limit of 16 KiB for the whole filter. */
const fillFilter = (start: string, fill: string, end: string) =>
  start +
  fill.repeat(Math.floor((MAX_BYTES - countBytes(ONE_TASK_FILTER + start + end)) / countBytes(fill))) +
  end;

test('O12: an expression of 16 KiB is accepted', async () => {
  for (const fill of ['x', 'é', "''", '日', '😀', '/']) {
    assert.equal(await isFound(fillFilter("Title ne '", fill, "'")), true, fill);
    assert.equal(await isFound(fillFilter("Title eq '", fill, "'")), false, fill);
  }
  assert.equal(await isFound(fillFilter('Title ne null', ' ', '')), true);
});

test('O12: an expression of 16 KiB is accepted even if every byte is percent-encoded', async () => {
  const bytes = [...new TextEncoder().encode(ONE_TASK_FILTER + fillFilter("Title ne '", 'x', "'"))];
  const encoded = bytes.map((byte) => `%${byte.toString(16)}`).join('');
  const { token } = integration;
  const response = await sendRaw('GET', `${TASKS}/getall?$filter=${encoded}`, { token, chunks: [] });
  assert.equal(response.status, 200, response.text);
  assert.equal(JSON.parse(response.text).result.__count, 1);
});

test('O12: an expression with a thousand operands and operators is accepted, because a flat chain does not count as nesting', async () => {
  // A comparison has three nodes, and the operator before it is the fourth. The filter by ID is an additional
  // comparison.
  const comparisons = MAX_NODES / 4 - 1;
  assert.equal(await isFound(`(${buildChain("Title eq 'x'", " or Title ne 'x'", comparisons)})`), true);
  assert.equal(await isFound(`(${buildChain("Title eq 'x'", " or Title eq 'y'", comparisons)})`), false);
  assert.equal(await isFound(buildChain("Title ne 'x'", " and Title ne 'x'", comparisons)), true);
  assert.equal(await isFound(buildChain("Title ne 'x'", " and Title eq 'x'", comparisons)), false);
  assert.equal(await isFound(`(${buildChain('IsDeleted', ' or IsPublished', 2 * comparisons)})`), true);
  const terms = 2 * comparisons - 1;
  for (const [expression, result] of Object.entries({
    [buildChain('WorkbookVersionCode', ' mod 3', terms)]: '2',
    [buildChain('WorkbookVersionCode', ' add 1', terms)]: `${terms + 1}`,
    [buildChain('WorkbookVersionCode', ' sub 1L', terms)]: `${3 - terms}L`,
    [buildChain('WorkbookVersionCode', ' mul 1', terms)]: '2',
    [buildChain('WorkbookVersionCode', ' div 1L', terms)]: '2L',
    [buildChain('WorkbookVersionCode', ' mul 1m', terms)]: '2m',
    [buildChain('WorkbookVersionCode', ' div 1m', terms)]: '2m',
    [buildChain('WorkbookVersionCode', ' add 1.0', terms)]: `${terms + 1}.0`,
    [buildChain('WorkbookVersionCode', ' sub 1.0', terms)]: `${3 - terms}.0`,
    [buildChain('WorkbookVersionCode', ' div 1.0', terms)]: '2.0',
    [buildChain('WorkbookVersionCode', ' mul 1f', terms)]: '2f',
  })) {
    assert.equal(await isFound(`${expression} eq ${result}`), true, expression.slice(0, 40));
  }
});

test('O12: a hundred levels of parentheses are accepted around every kind of operand', async () => {
  assert.equal(await isFound(nest('(', 'IsPublished', ')')), true);
  assert.equal(await isFound(`${nest('(', 'Title', ')')} eq Title`), true);
  assert.equal(await isFound(nest('(IsDeleted or ', 'IsPublished', ')')), true);
  assert.equal(await isFound(nest('(IsPublished and ', 'IsDeleted', ')')), false);
  assert.equal(await isFound(nest('(', 'IsPublished', ' eq true)')), true);
  assert.equal(await isFound(nest('not (', 'IsPublished', ')')), true);
  assert.equal(await isFound(nest('not (', 'IsPublished', ')', MAX_LEVELS - 1)), false);
  assert.equal(await isFound(`${nest('-(', 'WorkbookVersionCode', ')')} eq 2`), true);
  assert.equal(await isFound(`${nest('(1 add ', 'WorkbookVersionCode', ')')} eq ${MAX_LEVELS + 2}`), true);
  assert.equal(await isFound(`${nest('(', 'WorkbookVersionCode', ' mul 1.0)')} eq 2.0`), true);
  assert.equal(await isFound(`${nest('(', 'WorkbookVersionCode', ' mod 3)')} eq 2`), true);
  for (const $orderby of [nest('(', 'Title', ')'), `${nest('trim(', 'Title', ')')} desc`]) {
    assert.deepEqual(await tasks.listNames({ $orderby }), ['rail']);
  }
});

test('O12: a hundred nested function calls are accepted, for every function', async () => {
  for (const [expression, result] of Object.entries({
    [nest('trim(', 'Title', ')')]: 'Title',
    [nest('tolower(', 'Title', ')')]: 'Title',
    [nest('toupper(', 'Title', ')')]: 'toupper(Title)',
    [nest('concat(', 'Title', ",'')")]: 'Title',
    [nest("concat('',", 'Title', ')')]: 'Title',
    [nest('replace(', 'Title', ",'b','c')")]: 'Title',
    [nest("replace('a','b',", 'Title', ')')]: "'a'",
    [nest('substring(', 'Title', ',0)')]: 'Title',
    [nest('substring(', 'Title', ',0,200)')]: 'Title',
    [nest('substring(', 'Title', ',1)')]: 'substring(Title,100)',
    [nest('round(', 'WorkbookVersionCode div 1.0', ')')]: '2.0',
    [nest('floor(', 'WorkbookVersionCode div 1.0', ')')]: '2.0',
    [nest('ceiling(', 'WorkbookVersionCode div 1m', ')')]: '2m',
    [nest('length(concat(Title,substring(Title,', '200', ')))', MAX_LEVELS / 5)]: '200',
    [nest('indexof(concat(Title,substring(Title,', '199', ")),'a')", MAX_LEVELS / 5)]: '0',
  })) {
    assert.equal(await isFound(`${expression} eq ${result}`), true, expression.slice(0, 40));
  }
});

test('O12: a filter that exceeds the limits is rejected, whatever it contains', async () => {
  for (const [description, filter] of Object.entries({
    'a long text': `Title eq '${'x'.repeat(40_000)}'`,
    'many blanks': `true${' '.repeat(40_000)}`,
    'many parentheses': nest('(', 'true', ')', 5_000),
    'parentheses that are not closed': '('.repeat(10_000),
    'many functions': `${nest('trim(', 'Title', ')', 1_500)} eq Title`,
    'many negations': `${'not '.repeat(3_000)}true`,
    'many minus signs': `${'-'.repeat(10_000)}WorkbookVersionCode eq 2`,
    'a long chain': `true${' or true'.repeat(5_000)}`,
    'a long sum': `1${' add 1'.repeat(4_000)} eq 1`,
    'a long name': `${'a'.repeat(16_000)} eq 1`,
    'a long number': `${'9'.repeat(16_000)} eq 1`,
    'a long fraction': `1.${'9'.repeat(16_000)}m eq 1m`,
    'a vast exponent': '1e999999999 eq 1',
    'a vast duration': `time'P${'9'.repeat(15_000)}D' eq null`,
    'U+0000': "Title eq 'a\0'",
  })) {
    const response = await integration.listTasks({ $filter: filter });
    assert.equal(response.status, 200, description);
    expectInvalidQuery(response);
  }
  assert.equal(await isFound('IsPublished'), true);
});

test('O12: a $orderby or $select that exceeds the limits is rejected', async () => {
  for (const $orderby of [nest('(', 'Title', ')', 5_000), `Title${',Title'.repeat(3_500)}`]) {
    expectInvalidQuery(await integration.listTasks({ $orderby }), '$orderby');
  }
  // More keys than PostgreSQL can sort by: the error must name the keys rather than report a time-out.
  const keys = Array.from({ length: 1_660 }, (_, index) => 1_000 + index).join(',');
  assert.match(
    expectInvalidQuery(await integration.listTasks({ $orderby: keys }), '$orderby, position'),
    /keys/,
  );
  expectInvalidQuery(await integration.listTasks({ $select: `Title${',Title'.repeat(8_000)}` }), '$select');
});

test('O12: an excessively long URL is rejected, and the next request is served', async () => {
  const { status } = await sendRaw('GET', `${TASKS}/getall?$filter=${'a'.repeat(1_000_000)}`, {
    token: integration.token,
    chunks: [],
  });
  assert.ok(status !== undefined && status >= 400 && status < 500, `${status}`);
  assert.equal(await isFound('IsPublished'), true);
});

test('O12: a query that takes too much time or memory in the database is rejected, and the next one is served', async () => {
  const longTitleTasks = await createTasks(
    integration,
    Object.fromEntries(Array.from({ length: 40 }, (_, index) => [index, { title: 'a'.repeat(200) }])),
  );
  // Each title grows to 750,000 characters, which are then converted many times.
  const longExpression = nest('replace(', 'Title', `,'a','${'a'.repeat(60)}')`, 2);
  const costlyExpression = nest('tolower(toupper(', longExpression, '))', 45);
  expectInvalidQuery(await longTitleTasks.list({ $filter: `${costlyExpression} eq Title` }));
  expectInvalidQuery(
    await longTitleTasks.list({
      $filter: `${costlyExpression} eq Title`,
      $top: '0',
      $inlinecount: 'allpages',
    }),
  );
  expectInvalidQuery(await longTitleTasks.list({ $orderby: costlyExpression, $top: '1' }));
  assert.equal((await longTitleTasks.listNames()).length, 40);
});
