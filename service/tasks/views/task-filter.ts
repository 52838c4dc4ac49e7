import { type RawBuilder, sql } from 'kysely';
import type { TaskState } from '#contract/task.ts';
import type { ChoiceFieldName } from '#contract/task-fields.ts';
import type { TaskFilterQuery } from '#contract/task-list.ts';
import { msg } from '#i18n/message.ts';
import { parseFlag } from '#service/http/flag-parameter.ts';
import { INSTANT_HINT, parseInstant } from '#service/http/instant.ts';
import { isShortWord, splitIntoWords } from '#service/http/search-words.ts';
import type { Scope } from '#service/identity/actor.ts';
import { type Box, createBoxCondition, parseBox } from '#service/items/box.ts';
import { type FieldProblem, invalidRequest, Problem } from '#service/problem.ts';
import { FIELD_COLUMNS } from '#service/tasks/field-columns.ts';
import { stateCode } from '#service/tasks/task.ts';
import { buildLateCause, IS_LATE } from './late-cause.ts';
import { hasWord, isItemMatch, isTaskMatch } from './word-conditions.ts';

/**
 * A task must match the condition and either contain `word` or have an item that contains it. At least one of its items
 * must be located inside the box.
 */
export type TaskFilter = { condition: RawBuilder<unknown>; word: string | undefined; box: Box | undefined };

const INSTANT_NAMES = ['dueFrom', 'dueTo', 'startFrom', 'startTo', 'plannedFrom', 'plannedTo'] as const;

/** Throws one problem with all errors, including those found by the schema. */
export const parseTaskFilter = (
  { tenantId, teamIds }: Scope,
  query: TaskFilterQuery,
  validationIssues: readonly FieldProblem[],
): TaskFilter => {
  const issues = [...validationIssues];
  const invalidFields = new Set(issues.flatMap(({ members }) => members));
  const instants: { [Name in (typeof INSTANT_NAMES)[number]]?: Date } = {};
  for (const name of INSTANT_NAMES) {
    const value = query[name];
    if (value === undefined || invalidFields.has(name)) continue;
    const instant = parseInstant(value);
    if (instant) instants[name] = instant;
    else issues.push(invalidInstant(name, value));
  }
  const box =
    query.bounds === undefined || invalidFields.has('bounds') ? undefined : parseBounds(query.bounds, issues);
  if (issues.length > 0) throw invalidRequest(issues);

  const [word, ...otherWords] = [...new Set(splitIntoWords(query.text))].sort(compareByRarity);
  const conditions: RawBuilder<unknown>[] = [
    sql`not task.is_deleted`,
    ...otherWords.map((otherWord) => hasWord(tenantId, otherWord)),
  ];
  const addCondition = <Value>(
    value: Value | undefined | null,
    buildCondition: (value: Value) => RawBuilder<unknown>,
  ) => {
    if (value !== undefined && value !== null) conditions.push(buildCondition(value));
  };
  addCondition(teamIds, (ids) => sql`task.team_id = any(${ids}::uuid[])`);
  addCondition(query.id?.split(','), (ids) => sql`task.task_id = any(${ids}::uuid[])`);
  addCondition(query.state?.split(','), buildStateCondition);
  addCondition(query.teamId, (id) => sql`task.team_id = ${id}`);
  addCondition(query.assigneeId?.split(','), buildAssigneeCondition);
  addCondition(
    query.workbookId,
    (id) => sql`task.workbook_version_id = any(array(
      select version_id from workbook_version where tenant_id = ${tenantId} and workbook_id = ${id}))`,
  );
  addCondition(
    query.itemId,
    (id) =>
      sql`task.task_id in (select task_id from task_item where tenant_id = ${tenantId} and item_id = ${id})`,
  );
  addCondition(instants.dueFrom, (from) => sql`task.due_date >= ${from}`);
  addCondition(instants.dueTo, (to) => sql`task.due_date < ${to}`);
  addCondition(instants.startFrom, (from) => sql`task.start_date >= ${from}`);
  addCondition(instants.startTo, (to) => sql`task.start_date < ${to}`);
  addCondition(instants.plannedFrom, (from) => sql`task.planned_start >= ${from}`);
  addCondition(instants.plannedTo, (to) => sql`task.planned_start < ${to}`);
  addCondition(parseFlag(query.isPlanned), (isPlanned) =>
    isPlanned ? sql`task.planned_start is not null` : sql`task.planned_start is null`,
  );
  addCondition(parseFlag(query.isLate), (isLate) => (isLate ? sql.raw(IS_LATE) : sql.raw(`not ${IS_LATE}`)));
  addCondition(
    query.lateCause?.split(','),
    (causes) =>
      sql`(${sql.raw(IS_LATE)} and ${sql.raw(buildLateCause('task.tenant_id'))} = any(${causes}::text[]))`,
  );
  addCondition(query.property, buildPropertyCondition);
  const choices = query as { [Name in ChoiceFieldName]?: string };
  for (const { name, column } of FIELD_COLUMNS.filter(({ field }) => field.kind === 'choice')) {
    addCondition(
      choices[name as ChoiceFieldName]?.split(','),
      (options) => sql`task.${sql.raw(column)} = any(${options}::text[])`,
    );
  }
  return { condition: sql.join(conditions, sql` and `), word, box };
};

/**
 * A task matches if it meets one of these conditions; it never meets both. PostgreSQL can use the best index for each
 * one, but would read all tasks for an `or` across two tables.
 */
export const buildAlternatives = ({ tenantId }: Scope, filter: TaskFilter): RawBuilder<unknown>[] => {
  const { word, box } = filter;
  const condition =
    box === undefined
      ? filter.condition
      : sql`${filter.condition} and task.task_id in (
          select task_item.task_id from item
          join task_item on task_item.tenant_id = ${tenantId} and task_item.item_id = item.item_id
          where item.tenant_id = ${tenantId} and ${createBoxCondition(box)})`;
  if (word === undefined) return [condition];
  const isMatch = isTaskMatch(word);
  return [
    sql`${condition} and ${isMatch}`,
    sql`${condition} and ${isItemMatch(tenantId, word)} and not ${isMatch}`,
  ];
};

/** Words with digits, such as IDs, and long words usually match the fewest tasks. */
const compareByRarity = (a: string, b: string): number =>
  Number(isShortWord(a)) - Number(isShortWord(b)) ||
  Number(/\d/.test(b)) - Number(/\d/.test(a)) ||
  b.length - a.length;

const invalidInstant = (name: string, value: string): FieldProblem => {
  // An unencoded plus sign in a URL is decoded as a space.
  const hint = value.includes(' ') ? msg`${INSTANT_HINT} (encode the plus sign as %2B)` : INSTANT_HINT;
  return { message: msg`The field '${name}' must be ${hint}; '${value}' was given.`, members: [name] };
};

const parseBounds = (bounds: string, issues: FieldProblem[]): Box | undefined => {
  try {
    return parseBox('bounds', bounds);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    issues.push(...error.fields);
    return undefined;
  }
};

/** Must match the expression in the index. */
const PROPERTIES = sql.raw(
  `('[' || replace(lower(task.custom_properties::text), ', "', '}, {"') || ']')::jsonb`,
);
/** PostgreSQL writes numbers without exponents. */
const JSON_LITERAL_PATTERN = /^(true|false|-?(0|[1-9]\d*)(\.\d+)?)$/;

/** The index finds all matches and more: it ignores the case of values. Numbers can also be stored as text. */
const buildPropertyCondition = (property: string): RawBuilder<unknown> => {
  const colon = property.indexOf(':');
  const [name, value] = [property.slice(0, colon), property.slice(colon + 1)];
  const values = [sql`to_jsonb(lower(${value}))`];
  if (JSON_LITERAL_PATTERN.test(value)) values.push(sql`lower(${value})::jsonb`);
  const isCandidate = values.map(
    (json) => sql`${PROPERTIES} @> jsonb_build_array(jsonb_build_object(lower(${name}), ${json}))`,
  );
  return sql`(${sql.join(isCandidate, sql` or `)}) and exists (
    select from jsonb_each_text(task.custom_properties) as property (name, value)
    where lower(property.name) = lower(${name}) and property.value = ${value})`;
};

const buildAssigneeCondition = (assignees: readonly string[]): RawBuilder<unknown> => {
  const userIds = assignees.filter((id) => id !== 'none').map(Number);
  const isListedUser = sql`task.assigned_user_id = any(${userIds}::bigint[])`;
  return assignees.includes('none') ? sql`(task.assigned_user_id is null or ${isListedUser})` : isListedUser;
};

/** Literals, because PostgreSQL could not use the partial indexes with an array parameter. */
const buildStateCondition = (names: readonly string[]): RawBuilder<unknown> => {
  const states = names.map((name) => stateCode(name as TaskState));
  return states.length === 1
    ? sql`task.state = ${states[0]}`
    : sql`task.state in (${sql.join(states.map((state) => sql.lit(state)))})`;
};
