import { type RawBuilder, sql } from 'kysely';
import type { TaskState } from '#contract/task.ts';
import { CHOICE_FIELDS, type ChoiceFieldName } from '#contract/task-fields.ts';
import type { TaskFilterQuery } from '#contract/task-list.ts';
import { sentence } from '#i18n/sentence.ts';
import { parseFlag } from '#service/http/flag-parameter.ts';
import { INSTANT_HINT, parseInstant } from '#service/http/instant.ts';
import { containsPattern, splitIntoWords } from '#service/http/search-words.ts';
import type { Scope } from '#service/identity/actor.ts';
import { createBoxCondition } from '#service/items/create-box-condition.ts';
import { type Box, parseBox } from '#service/items/parse-box.ts';
import { type FieldProblem, invalidRequest, Problem } from '#service/problem.ts';
import { FIELD_COLUMNS } from '#service/tasks/field-columns.ts';
import { stateCode } from '#service/tasks/task.ts';
import { IS_LATE, LATE_CAUSE } from './late-cause.ts';

/** The filters of a task list. A filter that is undefined matches all tasks. */
export type TaskFilter = {
  ids: readonly string[] | undefined;
  states: readonly number[] | undefined;
  teamId: string | undefined;
  assignees: { userIds: readonly number[]; includesNone: boolean } | undefined;
  workbookId: string | undefined;
  itemId: string | undefined;
  words: readonly string[];
  instants: { [Name in (typeof INSTANTS)[number]]?: Date };
  isPlanned: boolean | undefined;
  isLate: boolean | undefined;
  lateCauses: readonly string[] | undefined;
  property: { name: string; value: string } | undefined;
  /** The options selected for each choice field. */
  choices: { [Name in ChoiceFieldName]?: readonly string[] };
  box: Box | undefined;
};

const INSTANTS = ['dueFrom', 'dueTo', 'startFrom', 'startTo', 'plannedFrom', 'plannedTo'] as const;

/** Parses a query. Throws all errors together, including those found by the schema. */
export const parseTaskFilter = (
  query: TaskFilterQuery,
  schemaIssues: readonly FieldProblem[],
): TaskFilter => {
  const issues = [...schemaIssues];
  const invalidFields = new Set(issues.flatMap(({ members }) => members));
  const instants: TaskFilter['instants'] = {};
  for (const name of INSTANTS) {
    const value = query[name];

    if (value === undefined || invalidFields.has(name)) continue;
    const instant = parseInstant(value);
    if (instant) instants[name] = instant;
    else issues.push(invalidInstant(name, value));
  }
  const box =
    query.bounds === undefined || invalidFields.has('bounds') ? undefined : parseBounds(query.bounds, issues);
  if (issues.length > 0) throw invalidRequest(issues);
  const assignees = query.assigneeId?.split(',');
  return {
    ids: query.id?.split(','),
    states: query.state?.split(',').map((state) => stateCode(state as TaskState)),
    teamId: query.teamId,
    assignees: assignees && {
      userIds: assignees.filter((id) => id !== 'none').map(Number),
      includesNone: assignees.includes('none'),
    },
    workbookId: query.workbookId,
    itemId: query.itemId,
    words: [...new Set(splitIntoWords(query.text))],
    instants,
    isPlanned: parseFlag(query.isPlanned),
    isLate: parseFlag(query.isLate),
    lateCauses: query.lateCause?.split(','),
    property: query.property === undefined ? undefined : parseProperty(query.property),
    choices: Object.fromEntries(
      CHOICE_FIELDS.flatMap(([name]) => {
        const options = (query as Readonly<Record<string, string | undefined>>)[name];
        return options === undefined ? [] : [[name, options.split(',')]];
      }),
    ),
    box,
  };
};

const invalidInstant = (name: string, value: string): FieldProblem => {
  // An unencoded plus sign in a URL is decoded as a space.
  const hint = value.includes(' ') ? sentence`${INSTANT_HINT} (encode the plus sign as %2B)` : INSTANT_HINT;
  return { message: sentence`The field '${name}' must be ${hint}; '${value}' was given.`, members: [name] };
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

const parseProperty = (property: string) => {
  const colon = property.indexOf(':');
  return { name: property.slice(0, colon), value: property.slice(colon + 1) };
};

/**
 * SQL condition that a row of `task` matches a filter. The values are passed as parameters, and PostgreSQL plans the
 * statement for them, so that it finds rare values by index.
 */
export const matchesTaskFilter = ({ tenantId, teamIds }: Scope, filter: TaskFilter): RawBuilder<boolean> => {
  const conditions: RawBuilder<unknown>[] = [
    sql`not task.is_deleted`,
    ...filter.words.map((word) => containsWord(tenantId, word)),
  ];
  const add = <Value>(value: Value | undefined | null, condition: (value: Value) => RawBuilder<unknown>) => {
    if (value !== undefined && value !== null) conditions.push(condition(value));
  };
  add(teamIds, (ids) => sql`task.team_id = any(${ids}::uuid[])`);
  add(filter.ids, (ids) => sql`task.task_id = any(${ids}::uuid[])`);
  add(filter.states, isInState);
  add(filter.teamId, (id) => sql`task.team_id = ${id}`);
  add(filter.assignees, ({ userIds, includesNone }) => {
    const isAssignedTo = sql`task.assigned_user_id = any(${userIds}::bigint[])`;
    return includesNone ? sql`(task.assigned_user_id is null or ${isAssignedTo})` : isAssignedTo;
  });
  add(
    filter.workbookId,
    (id) => sql`task.workbook_version_id = any(array(
      select version_id from workbook_version where tenant_id = ${tenantId} and workbook_id = ${id}))`,
  );
  add(
    filter.itemId,
    (id) =>
      sql`task.task_id in (select task_id from task_item where tenant_id = ${tenantId} and item_id = ${id})`,
  );
  const { dueFrom, dueTo, startFrom, startTo, plannedFrom, plannedTo } = filter.instants;
  add(dueFrom, (from) => sql`task.due_date >= ${from}`);
  add(dueTo, (to) => sql`task.due_date < ${to}`);
  add(startFrom, (from) => sql`task.start_date >= ${from}`);
  add(startTo, (to) => sql`task.start_date < ${to}`);
  add(plannedFrom, (from) => sql`task.planned_start >= ${from}`);
  add(plannedTo, (to) => sql`task.planned_start < ${to}`);
  add(filter.isPlanned, (isPlanned) =>
    isPlanned ? sql`task.planned_start is not null` : sql`task.planned_start is null`,
  );
  add(filter.isLate, (isLate) => (isLate ? sql.raw(IS_LATE) : sql.raw(`not ${IS_LATE}`)));
  add(
    filter.lateCauses,
    (causes) => sql`(${sql.raw(IS_LATE)} and ${sql.raw(LATE_CAUSE)} = any(${causes}::text[]))`,
  );
  add(
    filter.property,
    ({ name, value }) => sql`exists (
      select from jsonb_each_text(task.custom_properties) as property (name, value)
      where lower(property.name) = lower(${name}) and property.value = ${value})`,
  );
  for (const { name, column } of FIELD_COLUMNS) {
    add(
      filter.choices[name as ChoiceFieldName],
      (options) => sql`task.${sql.raw(column)} = any(${options}::text[])`,
    );
  }
  add(
    filter.box,
    (box) => sql`task.task_id in (
      select task_item.task_id from item
      join task_item on task_item.tenant_id = ${tenantId} and task_item.item_id = item.item_id
      where item.tenant_id = ${tenantId} and ${createBoxCondition(box)})`,
  );
  return sql`${sql.join(conditions, sql` and `)}`;
};

/**
 * If there are several states, they are literals as in the partial indexes, because an array parameter would prevent
 * the use of an index.
 */
const isInState = (states: readonly number[]): RawBuilder<unknown> =>
  states.length === 1
    ? sql`task.state = ${states[0]}`
    : sql`task.state in (${sql.join(states.map((state) => sql.lit(state)))})`;

/** Matches words in the text of a task or its items. The subquery for items runs only once. */
const containsWord = (tenantId: number, word: string): RawBuilder<unknown> => {
  const pattern = containsPattern(word);
  return sql`(
    lower(task.external_id || ' ' || task.title || ' ' || coalesce(task.description, '')) like lower(${pattern})
    or task.task_id in (
      select task_item.task_id from item
      join task_item on task_item.tenant_id = ${tenantId} and task_item.item_id = item.item_id
      where item.tenant_id = ${tenantId} and lower(item.external_id || ' ' || item.title) like lower(${pattern})))`;
};
