import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectSuccess, expectTimestamp, expectValidationErrors } from './expectations.ts';
import { clients } from './organisation.ts';
import { signInAsClient } from './sign-in.ts';
import { taskBody } from './task-body.ts';
import { readTask } from './task-lifecycle.ts';

const integration = await signInAsClient(clients.integration);

const storeStartDate = async (startDate: string): Promise<unknown> => {
  const input = taskBody({ startDate });
  expectSuccess(await integration.create(input));
  return (await readTask(integration, input.externalId)).startDate;
};

test('contract, Formats 1; T1: dates are returned in UTC with three fractional digits', async () => {
  const startDate = await storeStartDate('2026-12-01T08:00:00Z');
  assert.equal(startDate, '2026-12-01T08:00:00.000Z');
  expectTimestamp(startDate);
});

test('T1: a date with an offset is converted to UTC', async () => {
  assert.equal(await storeStartDate('2026-12-01T00:30:00+02:00'), '2026-11-30T22:30:00.000Z');
  assert.equal(await storeStartDate('2026-12-01T08:00:00-05:30'), '2026-12-01T13:30:00.000Z');
});

test('T1: zero to seven fractional digits are accepted', async () => {
  for (const [fraction, milliseconds] of [
    ['', '.000'],
    ['.1', '.100'],
    ['.12', '.120'],
    ['.123', '.123'],
    ['.1230', '.123'],
    ['.12300', '.123'],
    ['.123000', '.123'],
    ['.1230000', '.123'],
  ]) {
    assert.equal(
      await storeStartDate(`2026-12-01T08:00:00${fraction}Z`),
      `2026-12-01T08:00:00${milliseconds}Z`,
    );
  }
});

test('T1: more than seven fractional digits return a validation error', async () => {
  expectValidationErrors(
    await integration.create(taskBody({ startDate: '2026-12-01T08:00:00.12345678Z' })),
    'startDate',
  );
});

test('T1: a date without a time zone returns a validation error', async () => {
  for (const startDate of ['2026-12-01T08:00:00', '2026-12-01T08:00:00.000', '2026-12-01']) {
    expectValidationErrors(await integration.create(taskBody({ startDate })), 'startDate');
  }
});

test('T1: an invalid date returns a validation error that contains the value', async () => {
  for (const dueDate of [
    '2026-02-30T08:00:00Z',
    '2026-13-01T08:00:00Z',
    '2026-12-01T25:00:00Z',
    'tomorrow',
    '',
  ]) {
    const { details } = expectValidationErrors(await integration.create(taskBody({ dueDate })), 'dueDate');
    assert.ok(details!.includes(dueDate));
  }
});

test('T1: two invalid dates return one validation error each', async () => {
  expectValidationErrors(
    await integration.create(taskBody({ startDate: 'soon', dueDate: 'later' })),
    'startDate',
    'dueDate',
  );
});

test('T1: a dueDate before the startDate returns a validation error', async () => {
  const input = taskBody({ startDate: '2026-12-02T00:00:00Z', dueDate: '2026-12-01T23:59:59Z' });
  expectValidationErrors(await integration.create(input), 'dueDate');
});

test('T1: a dueDate equal to the startDate is accepted, even in a different time zone', async () => {
  const input = taskBody({ startDate: '2026-12-02T00:00:00Z', dueDate: '2026-12-02T01:00:00+01:00' });
  expectSuccess(await integration.create(input));
  const { startDate, dueDate } = await readTask(integration, input.externalId);
  assert.equal(dueDate, startDate);
});

test('contract, Task dueDate; W3: dueDate is accepted in both spellings of the contract and returned as dueDate', async () => {
  for (const spelling of ['dueDate', 'duedate']) {
    const input = taskBody({ [spelling]: '2026-12-05T16:00:00Z' });
    expectSuccess(await integration.create(input));
    const task = await readTask(integration, input.externalId);
    assert.equal(task.dueDate, '2026-12-05T16:00:00.000Z');
    assert.ok(!('duedate' in task));
  }
});
