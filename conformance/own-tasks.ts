import assert from 'node:assert/strict';
import type { Caller } from './caller.ts';
import type { Answer, Row } from './client.ts';
import { newExternalId, taskDraft } from './task-draft.ts';
import { listed, refused, succeeded } from './verdicts.ts';

/** Tasks of one rule file, each under a short name, and questions that are about no others. */
export type OwnTasks = Awaited<ReturnType<typeof makeTasks>>;

/** OData options as they are written, such as `{ $filter: "State eq 'Active'" }`. */
export type Options = Record<`$${string}`, string>;

/** Creates tasks that differ from a usual one as given, in the order in which they are given. */
export const makeTasks = async (caller: Caller, changes: Record<string, Record<string, unknown>>) => {
  const marker = newExternalId();
  const externalId = (name: string) => `${marker}-${name}`;
  for (const [name, own] of Object.entries(changes)) {
    succeeded(await caller.create(taskDraft({ ...own, externalId: externalId(name) })));
  }
  /** The filter that finds these tasks and no others. */
  const mine = `startswith(ExternalId,'${marker}-')`;
  const ask = (options: Options = {}) => {
    const { $filter } = options;
    return caller.tasks({ ...options, $filter: $filter === undefined ? mine : `${mine} and (${$filter})` });
  };
  const nameOf = ({ externalId }: Row) => String(externalId).slice(marker.length + 1);
  return {
    mine,
    externalId,
    nameOf,
    /** Asks about these tasks only. */
    ask,
    /** The names of the tasks that are answered, in the order of the answer. */
    names: async (options: Options = {}) => listed(await ask(options)).map(nameOf),
  };
};

/** Each filter finds these tasks: their names in the order of creation, separated by blanks. */
export const finds = async (tasks: OwnTasks, cases: Record<string, string>) => {
  for (const [filter, names] of Object.entries(cases)) {
    assert.equal((await tasks.names({ $filter: filter })).join(' '), names, filter);
  }
};

/** Refused as a query that is not valid, in words that say this (decision O11). */
export const notValid = (answer: Answer, ...words: string[]): string => {
  const { message } = refused(answer);
  assert.ok(message.startsWith('The query specified in the URI is not valid. '), message);
  for (const word of words) assert.ok(message.includes(word), `"${message}" says ${word}`);
  return message;
};

/** Each filter is refused, in words that contain this. */
export const refuses = async (caller: Caller, cases: Record<string, string>) => {
  for (const [filter, words] of Object.entries(cases)) {
    const answer = await caller.tasks({ $filter: filter, $top: '0' });
    assert.equal(answer.body.success, false, `${filter} is refused`);
    notValid(answer, words);
  }
};
