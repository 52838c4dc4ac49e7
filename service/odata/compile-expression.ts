import { type RawBuilder, sql } from 'kysely';
import type { EdmType } from './edm.ts';
import { findIndexCondition } from './search-index.ts';
import type { Arithmetic, Comparison } from './syntax.ts';
import type { TypedExpression, TypedNode } from './typed-expression.ts';

/*
 * Comparisons are never null; everything else is null if an operand is null (decision O4). At the top level of a
 * filter, and in its `and` and `or`, null is equivalent to false. There, comparisons compile to plain operators, which
 * can use an index.
 */

type Sql = RawBuilder<unknown>;

export type CompilationContext = { joins: Set<string> };

export const compileFilter = (context: CompilationContext, expression: TypedExpression): Sql =>
  compile(context, expression, true);

export type OrderKeySql = { value: Sql; direction: Sql };

/** Nulls sort lowest, and strings sort by code point (decisions O5, O6). */
export const compileOrderKey = (
  context: CompilationContext,
  expression: TypedExpression,
  isDescending: boolean,
): OrderKeySql => {
  const plainValue = compile(context, expression, false);
  const value = expression.type === 'String' ? sql`${plainValue} collate "C"` : plainValue;
  if (!expression.nullable) return { value, direction: isDescending ? sql` desc` : sql`` };
  return { value, direction: isDescending ? sql` desc nulls last` : sql` nulls first` };
};

const compile = (
  context: CompilationContext,
  expression: TypedExpression,
  treatsNullAsFalse: boolean,
): Sql => {
  const exactCondition = compileExactly(context, expression, treatsNullAsFalse);
  const indexCondition = treatsNullAsFalse ? findIndexCondition(expression) : undefined;
  return indexCondition ? sql`(${exactCondition} and ${indexCondition})` : exactCondition;
};

const compileExactly = (
  context: CompilationContext,
  expression: TypedExpression,
  treatsNullAsFalse: boolean,
): Sql => {
  switch (expression.kind) {
    case 'constant':
      return compileConstant(expression);
    case 'field':
      for (const join of expression.field.joins ?? []) context.joins.add(join);
      return expression.field.sql;
    case 'codes':
      return compileCodes(expression);
    case 'keys':
      return compileKeys(expression);
    case 'promotion':
      return compilePromotion(context, expression);
    case 'call':
      return expression.overload.sql(...expression.args.map((arg) => compile(context, arg, false)));
    case 'not':
      return sql`(not ${compile(context, expression.operand, false)})`;
    case 'negate':
      return compileArithmetic(
        expression.type,
        'sub',
        sql`0::${SQL_TYPES[expression.type]}`,
        compile(context, expression.operand, false),
      );
    case 'comparison':
      return compileComparison(context, expression, treatsNullAsFalse);
    case 'arithmetic':
      return compileArithmetic(
        expression.type,
        expression.operator,
        compile(context, expression.left, false),
        compile(context, expression.right, false),
      );
    case 'and':
    case 'or': {
      const operands = expression.operands.map((operand) => compile(context, operand, treatsNullAsFalse));
      return sql`(${sql.join(operands, expression.kind === 'and' ? sql` and ` : sql` or `)})`;
    }
  }
};

const SQL_TYPES: Readonly<Record<EdmType, Sql>> = {
  Null: sql`text`,
  Boolean: sql`boolean`,
  Int32: sql`integer`,
  Int64: sql`bigint`,
  Single: sql`real`,
  Double: sql`double precision`,
  Decimal: sql`numeric`,
  String: sql`text`,
  DateTime: sql`timestamptz`,
  DateTimeOffset: sql`timestamptz`,
  Time: sql`bigint`,
  Guid: sql`uuid`,
  Binary: sql`text`,
};

const compileConstant = ({ type, value }: TypedNode<'constant'>): Sql => sql`${value}::${SQL_TYPES[type]}`;

const compilePromotion = (context: CompilationContext, { type, operand }: TypedNode<'promotion'>): Sql => {
  const value = compile(context, operand, false);
  // A direct cast rounds the last digit differently than most languages do.
  if (type === 'Single') return sql`${value}::double precision::real`;
  return sql`${value}::${SQL_TYPES[type]}`;
};

/** The database's `odata_…` functions return null on overflow and division by zero. */
const compileArithmetic = (type: EdmType, operator: Arithmetic, left: Sql, right: Sql): Sql => {
  const name = sql.raw(`odata_${operator}`);
  if (type === 'Single') {
    return sql`odata_single(${name}(${left}::double precision, ${right}::double precision))`;
  }
  return sql`${name}(${left}, ${right})`;
};

const OPERATORS: Readonly<Record<Comparison, Sql>> = {
  eq: sql`=`,
  ne: sql`<>`,
  lt: sql`<`,
  le: sql`<=`,
  gt: sql`>`,
  ge: sql`>=`,
};

const compileComparison = (
  context: CompilationContext,
  expression: TypedNode<'comparison'>,
  treatsNullAsFalse: boolean,
): Sql => {
  const { operator, left, right } = expression;
  const isEquality = operator === 'eq' || operator === 'ne';
  const nullTest = isEquality ? compileNullTest(context, expression) : undefined;
  if (nullTest) return nullTest;
  if (left.type === 'Single' || left.type === 'Double') return compileFloatComparison(context, expression);

  const [a, b] = [compile(context, left, false), compile(context, right, false)];
  const plainForm =
    left.type === 'String' && !isEquality
      ? sql`(${a} collate "C" ${OPERATORS[operator]} ${b})`
      : sql`(${a} ${OPERATORS[operator]} ${b})`;
  if (!left.nullable && !right.nullable) return plainForm;
  if (operator === 'ne') return sql`(${a} is distinct from ${b})`;
  if (treatsNullAsFalse && !(left.nullable && right.nullable && operator === 'eq')) return plainForm;
  return operator === 'eq' ? sql`(${a} is not distinct from ${b})` : sql`coalesce(${plainForm}, false)`;
};

const isNull = (expression: TypedExpression) => expression.kind === 'constant' && expression.value === null;

const compileNullTest = (
  context: CompilationContext,
  { operator, left, right }: TypedNode<'comparison'>,
): Sql | undefined => {
  const testedSide = isNull(left) ? right : isNull(right) ? left : undefined;
  if (testedSide === undefined) return undefined;
  if (testedSide.kind === 'field' && testedSide.field.isAbsent) {
    return operator === 'eq' ? testedSide.field.isAbsent : sql`(not ${testedSide.field.isAbsent})`;
  }
  const value = compile(context, testedSide, false);
  return operator === 'eq' ? sql`(${value} is null)` : sql`(${value} is not null)`;
};

const compileKeys = ({ key: { column, type }, ids }: TypedNode<'keys'>): Sql => {
  if (ids.length === 0) return sql`false::boolean`;
  // PostgreSQL can read rows in the order of an index only for a single ID.
  if (ids.length === 1) return sql`(${column} = ${ids[0]}::${SQL_TYPES[type]})`;
  return sql`(${column} = any(${ids}::${SQL_TYPES[type]}[]))`;
};

const compileCodes = ({ encoding: { sql: code, names }, codes }: TypedNode<'codes'>): Sql => {
  // An uncast `false` cannot be a sort key.
  if (codes.size === 0) return sql`false::boolean`;
  if (codes.size === names.length) return sql`true::boolean`;
  return sql`(${code} in (${sql.join([...codes].map((code) => sql.lit(code)))}))`;
};

/** In OData, comparisons with NaN are false. In PostgreSQL, NaN equals itself and is the largest value. */
const compileFloatComparison = (
  context: CompilationContext,
  { operator, left, right }: TypedNode<'comparison'>,
): Sql => {
  const [a, b] = [compile(context, left, false), compile(context, right, false)];
  const [x, y] = [sql`nullif(${a}, 'NaN')`, sql`nullif(${b}, 'NaN')`];
  if (operator === 'eq' || operator === 'ne') {
    const isEqual = sql`coalesce(${x} = ${y}, ${a} is null and ${b} is null)`;
    return operator === 'eq' ? isEqual : sql`(not ${isEqual})`;
  }
  return sql`coalesce(${x} ${OPERATORS[operator]} ${y}, false)`;
};
