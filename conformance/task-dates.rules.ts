import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clients } from './organisation.ts';
import { asClient } from './sign-in.ts';
import { taskDraft } from './task-draft.ts';
import { readTask } from './task-life.ts';
import { invalid, isInstant, succeeded } from './verdicts.ts';

const integration = await asClient(clients.integration);

const answered = async (startDate: string): Promise<unknown> => {
  const draft = taskDraft({ startDate });
  succeeded(await integration.create(draft));
  return (await readTask(integration, draft.externalId)).startDate;
};

test('contract, Formats 1; T1: a date is answered as UTC with three fraction digits', async () => {
  const startDate = await answered('2026-12-01T08:00:00Z');
  assert.equal(startDate, '2026-12-01T08:00:00.000Z');
  isInstant(startDate);
});

test('T1: an offset is turned into UTC', async () => {
  assert.equal(await answered('2026-12-01T00:30:00+02:00'), '2026-11-30T22:30:00.000Z');
  assert.equal(await answered('2026-12-01T08:00:00-05:30'), '2026-12-01T13:30:00.000Z');
});

test('T1: none to seven fraction digits are accepted', async () => {
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
    assert.equal(await answered(`2026-12-01T08:00:00${fraction}Z`), `2026-12-01T08:00:00${milliseconds}Z`);
  }
});

test('T1: more than seven fraction digits are a validation error', async () => {
  invalid(await integration.create(taskDraft({ startDate: '2026-12-01T08:00:00.12345678Z' })), 'startDate');
});

test('T1: a date without zone is a validation error', async () => {
  for (const startDate of ['2026-12-01T08:00:00', '2026-12-01T08:00:00.000', '2026-12-01']) {
    invalid(await integration.create(taskDraft({ startDate })), 'startDate');
  }
});

test('T1: an impossible date, or what is no date, is a validation error that names the value', async () => {
  for (const dueDate of [
    '2026-02-30T08:00:00Z',
    '2026-13-01T08:00:00Z',
    '2026-12-01T25:00:00Z',
    'tomorrow',
    '',
  ]) {
    const { details } = invalid(await integration.create(taskDraft({ dueDate })), 'dueDate');
    assert.ok(details!.includes(dueDate));
  }
});

test('T1: both dates are judged, each with its own validation error', async () => {
  invalid(
    await integration.create(taskDraft({ startDate: 'soon', dueDate: 'later' })),
    'startDate',
    'dueDate',
  );
});

test('T1: a dueDate before the startDate is a validation error', async () => {
  const draft = taskDraft({ startDate: '2026-12-02T00:00:00Z', dueDate: '2026-12-01T23:59:59Z' });
  invalid(await integration.create(draft), 'dueDate');
});

test('T1: a dueDate equal to the startDate is accepted, also when the two are written in different zones', async () => {
  const draft = taskDraft({ startDate: '2026-12-02T00:00:00Z', dueDate: '2026-12-02T01:00:00+01:00' });
  succeeded(await integration.create(draft));
  const { startDate, dueDate } = await readTask(integration, draft.externalId);
  assert.equal(dueDate, startDate);
});

test('contract, Task dueDate; W3: dueDate is accepted in both spellings of the contract and answered as dueDate', async () => {
  for (const spelling of ['dueDate', 'duedate']) {
    const draft = taskDraft({ [spelling]: '2026-12-05T16:00:00Z' });
    succeeded(await integration.create(draft));
    const task = await readTask(integration, draft.externalId);
    assert.equal(task.dueDate, '2026-12-05T16:00:00.000Z');
    assert.ok(!('duedate' in task));
  }
});
