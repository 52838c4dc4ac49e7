import assert from 'node:assert/strict';
import type { Caller } from './caller.ts';
import type { ApiResponse, Row } from './client.ts';
import { expectError, expectList, expectSuccess } from './expectations.ts';
import { createExternalId, taskBody } from './task-body.ts';

/** The tasks created by a rule file, each with a short name, and queries that return only these tasks. */
export type TestTasks = Awaited<ReturnType<typeof createTasks>>;

/** OData options, such as `{ $filter: "State eq 'Active'" }`. */
export type Options = Record<`$${string}`, string>;

/** Creates a task for each entry in `changes`, in this order. The entry overrides fields of the standard task. */
export const createTasks = async (caller: Caller, changes: Record<string, Record<string, unknown>>) => {
  const idPrefix = createExternalId();
  const getExternalId = (name: string) => `${idPrefix}-${name}`;
  for (const [name, taskChanges] of Object.entries(changes)) {
    expectSuccess(await caller.create(taskBody({ ...taskChanges, externalId: getExternalId(name) })));
  }
  /** A filter that matches only these tasks. */
  const ownTasksFilter = `startswith(ExternalId,'${idPrefix}-')`;
  const list = (options: Options = {}) => {
    const { $filter } = options;
    return caller.listTasks({
      ...options,
      $filter: $filter === undefined ? ownTasksFilter : `${ownTasksFilter} and (${$filter})`,
    });
  };
  const getName = ({ externalId }: Row) => String(externalId).slice(idPrefix.length + 1);
  return {
    ownTasksFilter,
    getExternalId,
    getName,
    /** Lists only these tasks. */
    list,
    /** Returns the names of the listed tasks, in the order of the response. */
    listNames: async (options: Options = {}) => expectList(await list(options)).map(getName),
  };
};

/** Checks that each filter matches exactly the named tasks. The names are in creation order, separated by spaces. */
export const expectMatches = async (tasks: TestTasks, cases: Record<string, string>) => {
  for (const [filter, names] of Object.entries(cases)) {
    assert.equal((await tasks.listNames({ $filter: filter })).join(' '), names, filter);
  }
};

/** Checks that the query was rejected with a message containing these words (decision O11). Returns the message. */
export const expectInvalidQuery = (response: ApiResponse, ...words: string[]): string => {
  const { message } = expectError(response);
  assert.ok(message.startsWith('The query specified in the URI is not valid. '), message);
  for (const word of words) assert.ok(message.includes(word), `"${message}" does not contain ${word}`);
  return message;
};

/** Checks that each filter is rejected with a message containing these words. */
export const expectInvalidFilters = async (caller: Caller, cases: Record<string, string>) => {
  for (const [filter, words] of Object.entries(cases)) {
    const response = await caller.listTasks({ $filter: filter, $top: '0' });
    assert.equal(response.body.success, false, `${filter} was not rejected`);
    expectInvalidQuery(response, words);
  }
};
