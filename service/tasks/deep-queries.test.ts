import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillTasks } from '#service/testing/fill-tasks.ts';
import { startService } from '#service/testing/start-service.ts';

const LIST = '/api/services/custom/externaltask/getall';
/** What a tenant accumulates in a few months. No filter matches any task, so every one is evaluated. */
const TASK_COUNT = 3_000;
const LEVELS = 100;

const nest = (open: string, inner: string, close: string, levels = LEVELS) =>
  `${open.repeat(levels)}${inner}${close.repeat(levels)}`;

/**
 * Builds two calculations with numbers of one type: one applies each operator in turn to the previous result, and the
 * other nests minus signs.
 */
const buildCalculations = (suffix: string): string[] => {
  const operators = ['add', 'sub', 'mul', 'div', 'mod'].map((operator) => ` ${operator} 7${suffix})`);
  return [
    nest('(((((', 'length(Title)', operators.join(''), LEVELS / operators.length),
    nest('-(', `length(Title) mul 1${suffix}`, ')'),
  ].map((expression) => `${expression} eq 99${suffix}`);
};

const DEEP_FILTERS: string[] = [
  ...['trim', 'tolower', 'toupper'].map((name) => `${nest(`${name}(`, 'Title', ')')} eq ''`),
  `${nest('concat(', 'Title', ",'x')")} eq ''`,
  `${nest('replace(', 'Title', ",'x','y')")} eq ''`,
  `${nest("replace('a','b',", 'Title', ')')} eq ''`,
  `${nest('substring(', 'Title', ',0)')} eq ''`,
  `${nest('substring(', 'Title', ',0,100)')} eq ''`,
  `${nest('substring(Title,length(', 'Title', '))', LEVELS / 2)} eq 'x'`,
  `${nest('indexof(Title,substring(Title,', '1', '))', LEVELS / 2)} eq -1`,
  ...['round', 'floor', 'ceiling'].flatMap((name) => [
    `${nest(`${name}(`, 'length(Title) div 4.0', ')')} eq 99.0`,
    `${nest(`${name}(`, 'length(Title) div 4m', ')')} eq 99m`,
  ]),
  ...['', 'L', 'm', 'f', 'd'].flatMap(buildCalculations),
];

test('filters nested a hundred levels deep can be evaluated on thousands of tasks', async (t) => {
  const service = await startService(t);
  await fillTasks(service.database.db, service.organisation.tenantId, TASK_COUNT);
  const erp = await service.as('erp');
  for (const filter of DEEP_FILTERS) {
    const { body } = await erp.get(`${LIST}?$top=1&$filter=${encodeURIComponent(filter)}`);
    assert.equal(body.error, null, `${filter.slice(0, 60)}: ${body.error?.message}`);
    assert.deepEqual(body.result.results, [], filter.slice(0, 60));
  }
});
