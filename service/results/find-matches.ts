import { type RawBuilder, sql } from 'kysely';
import type { InspectionListQuery } from '#contract/result.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { parseInstantParameter } from '#service/http/instant-parameter.ts';
import { buildContainsPattern, splitIntoWords } from '#service/http/search-words.ts';
import { hasItemWord } from '#service/items/item-text.ts';
import { isTaskMatch } from '#service/tasks/views/word-conditions.ts';

/**
 * Up to this many inspections are found by ID in 50 ms. If there are more, a page of them is found as fast by checking
 * one inspection after another in list order. A single query for both would take seconds for a million inspections.
 */
const MAX_IDS = 5_000;

/** What contains a word. Lists are undefined if they would be too long. */
export type WordMatches = Record<
  /** `inspectionIds` are inspections with an item that contains the word. */
  'taskIds' | 'inspectionIds' | 'userIds' | 'versionIds',
  string[] | undefined
>;

export type Matches = {
  words: ReadonlyMap<string, WordMatches>;
  /** The inspections changed after the time in the request; undefined if there are too many. */
  changedIds: string[] | undefined;
};

type MatchQuery = Pick<InspectionListQuery, 'text' | 'changedAfter'>;

/** Any other words of a text are checked for each inspection. */
const MAX_WORDS = 3;

export const findMatches = async (
  database: DatabaseHandle,
  tenantId: number,
  query: MatchQuery,
  signal: AbortSignal,
): Promise<Matches> => {
  // Long words usually match the fewest inspections.
  const words = [...new Set(splitIntoWords(query.text))].sort((a, b) => b.length - a.length);
  const matches = new Map<string, WordMatches>();
  for (const word of words.slice(0, MAX_WORDS))
    matches.set(word, await findWordMatches(database, tenantId, word, signal));
  const changedAfter = parseInstantParameter('changedAfter', query.changedAfter);
  const changed = changedAfter && { ids: selectChanged(tenantId, changedAfter) };
  return { words: matches, changedIds: changed && (await findIds(database, changed, signal)).ids };
};

/** Runs one statement, because each query of a request that runs at the same time occupies a connection. */
const findIds = async <Name extends string>(
  { db, adHocQueries }: DatabaseHandle,
  selections: Record<Name, RawBuilder<unknown>>,
  signal: AbortSignal,
): Promise<Record<Name, string[] | undefined>> => {
  const lists = Object.entries<RawBuilder<unknown>>(selections).map(
    ([name, selection]) => sql`array(${selection} limit ${MAX_IDS + 1})::text[] as ${sql.id(name)}`,
  );
  const statement = sql<Record<Name, string[] | undefined>>`select ${sql.join(lists)}`.compile(db);
  const [row] = await adHocQueries.fetchSmall<Record<Name, string[] | undefined>>(statement, signal);
  for (const name of Object.keys(selections) as Name[])
    if (row![name]!.length > MAX_IDS) row![name] = undefined;
  return row!;
};

const findWordMatches = (
  database: DatabaseHandle,
  tenantId: number,
  word: string,
  signal: AbortSignal,
): Promise<WordMatches> => {
  const selections = {
    taskIds: sql`select task_id from task where tenant_id = ${tenantId} and ${isTaskMatch(word)}`,
    inspectionIds: sql`
      select inspection_item.inspection_id from item
      join inspection_item on inspection_item.tenant_id = ${tenantId} and inspection_item.item_id = item.item_id
      where item.tenant_id = ${tenantId} and ${hasItemWord(word)}`,
    userIds: selectUsers(tenantId, word),
    versionIds: selectVersions(tenantId, word),
  };
  return findIds(database, selections, signal);
};

export const selectUsers = (tenantId: number, word: string): RawBuilder<unknown> => sql`
  select user_id from app_user
  where tenant_id = ${tenantId}
    and lower(user_name || ' ' || name || ' ' || surname) like lower(${buildContainsPattern(word)})`;

export const selectVersions = (tenantId: number, word: string): RawBuilder<unknown> => sql`
  select version_id from workbook_version
  where tenant_id = ${tenantId} and lower(title) like lower(${buildContainsPattern(word)})`;

/**
 * Each part can use an index, unlike an `or` across two tables, and stops when there are too many. Without the order,
 * PostgreSQL would read most tasks to find 5,000.
 */
const selectChanged = (tenantId: number, after: Date): RawBuilder<unknown> => {
  const selectByTask = (isDeleted: RawBuilder<unknown>) => sql`
    select changed.inspection_id from task
    join inspection as changed on changed.tenant_id = ${tenantId} and changed.task_id = task.task_id
    where task.tenant_id = ${tenantId} and task.modified_at > ${after} and ${isDeleted}
    order by task.modified_at desc`;
  const selections = [
    sql`select inspection_id from inspection where tenant_id = ${tenantId} and modified_at > ${after}`,
    selectByTask(sql`not task.is_deleted`),
    selectByTask(sql`task.is_deleted`),
  ].map((selection) => sql`(${selection} limit ${MAX_IDS + 1})`);
  return sql`select inspection_id from (${sql.join(selections, sql` union `)}) as changed`;
};
