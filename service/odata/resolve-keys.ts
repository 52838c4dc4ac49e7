import type { KeyId, RelatedKey } from './fields.ts';
import type { TypedExpression } from './typed-expression.ts';

/** Finds the rows with these names. Several rows can have the same name. */
type FindKeys = (key: RelatedKey, names: readonly string[]) => Promise<{ id: KeyId; name: string }[]>;

/**
 * Replaces comparisons with the name of a related row, such as `TeamName eq 'Locks'`, with conditions on its ID. With a
 * join instead, PostgreSQL could not estimate how many rows match. Looks only within the `and` and `or` at the top level
 * of a filter, where null is equivalent to false.
 */
export const resolveKeys = async (filter: TypedExpression, find: FindKeys): Promise<TypedExpression> => {
  const names = new Map<RelatedKey, Set<string>>();
  collectNames(filter, names);
  if (names.size === 0) return filter;
  const ids = new Map(
    await Promise.all(
      [...names].map(async ([key, keyNames]) => [key, groupByName(await find(key, [...keyNames]))] as const),
    ),
  );
  return replaceNames(filter, ids);
};

const collectNames = (expression: TypedExpression, names: Map<RelatedKey, Set<string>>) => {
  if (expression.kind === 'and' || expression.kind === 'or') {
    for (const operand of expression.operands) collectNames(operand, names);
    return;
  }
  const comparison = findKeyComparison(expression);
  if (!comparison) return;
  const { key, name } = comparison;
  names.set(key, (names.get(key) ?? new Set()).add(name));
};

const groupByName = (rows: readonly { id: KeyId; name: string }[]): Map<string, KeyId[]> => {
  const ids = new Map<string, KeyId[]>();
  for (const { id, name } of rows) {
    const sameName = ids.get(name);
    if (sameName) sameName.push(id);
    else ids.set(name, [id]);
  }
  return ids;
};

const replaceNames = (
  expression: TypedExpression,
  ids: ReadonlyMap<RelatedKey, ReadonlyMap<string, KeyId[]>>,
): TypedExpression => {
  if (expression.kind === 'and' || expression.kind === 'or') {
    return { ...expression, operands: expression.operands.map((operand) => replaceNames(operand, ids)) };
  }
  const comparison = findKeyComparison(expression);
  if (!comparison) return expression;
  const { key, name } = comparison;
  return { kind: 'keys', type: 'Boolean', nullable: true, key, ids: ids.get(key)!.get(name) ?? [] };
};

const findKeyComparison = (expression: TypedExpression): { key: RelatedKey; name: string } | undefined => {
  if (expression.kind !== 'comparison' || expression.operator !== 'eq') return undefined;
  const { left, right } = expression;
  const [fieldSide, constantSide] = left.kind === 'field' ? [left, right] : [right, left];
  if (fieldSide.kind !== 'field' || fieldSide.field.key === undefined) return undefined;
  if (constantSide.kind !== 'constant' || typeof constantSide.value !== 'string') return undefined;
  return { key: fieldSide.field.key, name: constantSide.value };
};
