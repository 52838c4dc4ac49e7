import { TASK_STATES } from '#contract/task.ts';
import type { Scope } from '#service/identity/actor.ts';
import type { Field, ListField } from '#service/odata/fields.ts';
import type { QueryPlan } from '#service/odata/plan-query.ts';
import type { TypedExpression } from '#service/odata/typed-expression.ts';
import { stateCode } from './task.ts';
import { taskFields } from './task-fields.ts';

/*
 * Pages that PostgreSQL can read from an index in list order, whatever the values in the query. They cost as much as
 * reading their tasks one by one, so they run on the same connections, as prepared statements with a single plan. A new
 * plan for each query would take longer than the query itself.
 */

export const MAX_PAGE_ROWS = 20;

const OPEN_STATES = (['New', 'Assigned', 'Active'] as const).map(stateCode);
const splitStates = (states: readonly number[]) => states.map((state) => [state]);

/** The sort keys with an index, and the sets of states for which the index or another one serves as well. */
const STATES_BY_SORT_KEY = new Map<Field | ListField, number[][]>([
  [taskFields.fields.CreationTime!, [...splitStates([...TASK_STATES.keys()]), OPEN_STATES]],
  [taskFields.fields.DueDate!, [...splitStates(OPEN_STATES), OPEN_STATES]],
  [taskFields.fields.LastModificationTime!, []],
  [taskFields.fields.ExternalId!, []],
]);

/**
 * The filter may contain at most one lower and one upper bound of the sort key, and one set of states. There are thus
 * fewer than 300 different statements, few enough to keep all of them prepared.
 */
export const isIndexedPage = ({ teamIds }: Scope, { filter, order, top, skip }: QueryPlan): boolean => {
  if (teamIds !== null || top === undefined || top > MAX_PAGE_ROWS || skip > 0) return false;
  const [{ expression: key }, , ...otherKeys] = order as [QueryPlan['order'][0]];
  if (otherKeys.length > 0 || key.kind !== 'field') return false;
  const indexedStates = STATES_BY_SORT_KEY.get(key.field);
  if (!indexedStates) return false;
  const seen = new Set<string>();
  return listConditions(filter).every((condition) => {
    const bound =
      findBound(condition, key.field) ?? (isOneOf(condition, indexedStates) ? 'states' : undefined);
    if (bound === undefined || seen.has(bound)) return false;
    seen.add(bound);
    return true;
  });
};

const listConditions = (filter: TypedExpression | undefined): readonly TypedExpression[] => {
  if (filter === undefined) return [];
  return filter.kind === 'and' ? filter.operands : [filter];
};

const BOUNDS: Readonly<Record<string, string>> = { gt: 'lower', ge: 'lower', lt: 'upper', le: 'upper' };

const findBound = (condition: TypedExpression, field: Field): string | undefined => {
  if (condition.kind !== 'comparison') return undefined;
  const { operator, left, right } = condition;
  // A DateTime is promoted to a DateTimeOffset, which PostgreSQL stores in the same way.
  const value = left.kind === 'promotion' ? left.operand : left;
  const isBounded = value.kind === 'field' && value.field === field;
  return isBounded && right.kind === 'constant' && right.value !== null ? BOUNDS[operator] : undefined;
};

const isOneOf = (condition: TypedExpression, sets: readonly (readonly number[])[]): boolean =>
  condition.kind === 'codes' &&
  sets.some(
    (states) => states.length === condition.codes.size && states.every((state) => condition.codes.has(state)),
  );
