import { type RawBuilder, sql } from 'kysely';
import type { EdmType } from './edm.ts';
import type { Arithmetic, Comparison } from './syntax.ts';
import type { TypedExpression } from './typed.ts';

/*
 * Compiles typed expressions to SQL. Accepts every typed expression; values become parameters.
 *
 * Comparisons are never null; everything else is null if an operand is null (decision O4). At the top level of a
 * filter, and in its `and` and `or`, null and false have the same effect. Comparisons in those places compile to plain
 * operators, which can use an index; elsewhere, they compile to the exact form.
 */

type Sql = RawBuilder<unknown>;
type TypedNode<Kind extends TypedExpression['kind']> = Extract<TypedExpression, { kind: Kind }>;

export type Compilation = { tenantId: number; joins: Set<string> };

/** Compiles a filter, for which null counts as false. */
export const compileFilter = (compilation: Compilation, typed: TypedExpression): Sql =>
  compile(compilation, typed, true);

/** Compiles a sort key: nulls come first when ascending, strings are sorted by code point (decisions O5, O6). */
export const compileOrderKey = (
  compilation: Compilation,
  typed: TypedExpression,
  descending: boolean,
): Sql => {
  const value = compile(compilation, typed, false);
  const key = typed.type === 'String' ? sql`${value} collate "C"` : value;
  if (!typed.nullable) return descending ? sql`${key} desc` : key;
  return descending ? sql`${key} desc nulls last` : sql`${key} nulls first`;
};

const compile = (compilation: Compilation, typed: TypedExpression, nullIsFalse: boolean): Sql => {
  switch (typed.kind) {
    case 'constant':
      return compileConstant(typed);
    case 'field':
      for (const join of typed.field.joins ?? []) compilation.joins.add(join);
      return typed.field.sql;
    case 'codes':
      return compileCodes(typed);
    case 'promotion':
      return compilePromotion(compilation, typed);
    case 'call':
      return typed.overload.sql(...typed.args.map((arg) => compile(compilation, arg, false)));
    case 'not':
      return sql`(not ${compile(compilation, typed.operand, false)})`;
    case 'negate':
      return compileArithmetic(
        typed.type,
        'sub',
        sql`0::${SQL_TYPES[typed.type]}`,
        compile(compilation, typed.operand, false),
      );
    case 'comparison':
      return compileComparison(compilation, typed, nullIsFalse);
    case 'arithmetic':
      return compileArithmetic(
        typed.type,
        typed.operator,
        compile(compilation, typed.left, false),
        compile(compilation, typed.right, false),
      );
    case 'and':
    case 'or': {
      const operands = typed.operands.map((operand) => compile(compilation, operand, nullIsFalse));
      return sql`(${sql.join(operands, typed.kind === 'and' ? sql` and ` : sql` or `)})`;
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

const compilePromotion = (compilation: Compilation, { type, operand }: TypedNode<'promotion'>): Sql => {
  const value = compile(compilation, operand, false);
  // Goes through double precision, as most languages do. PostgreSQL's direct cast rounds the last digit differently.
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
  compilation: Compilation,
  typed: TypedNode<'comparison'>,
  nullIsFalse: boolean,
): Sql => {
  const { operator, left, right } = typed;
  const isEquality = operator === 'eq' || operator === 'ne';
  if (isEquality) {
    const special =
      compileNullTest(compilation, typed) ?? (nullIsFalse ? compileKeyTest(compilation, typed) : undefined);
    if (special) return special;
  }
  if (left.type === 'Single' || left.type === 'Double') return compileFloats(compilation, typed);

  const [a, b] = [compile(compilation, left, false), compile(compilation, right, false)];
  const plain =
    left.type === 'String' && !isEquality
      ? sql`(${a} collate "C" ${OPERATORS[operator]} ${b})`
      : sql`(${a} ${OPERATORS[operator]} ${b})`;
  if (!left.nullable && !right.nullable) return plain;
  if (operator === 'ne') return sql`(${a} is distinct from ${b})`;
  if (nullIsFalse && !(left.nullable && right.nullable && operator === 'eq')) return plain;
  return operator === 'eq' ? sql`(${a} is not distinct from ${b})` : sql`coalesce(${plain}, false)`;
};

const isNull = (typed: TypedExpression) => typed.kind === 'constant' && typed.value === null;

const compileNullTest = (
  compilation: Compilation,
  { operator, left, right }: TypedNode<'comparison'>,
): Sql | undefined => {
  const other = isNull(left) ? right : isNull(right) ? left : undefined;
  if (other === undefined) return undefined;
  if (other.kind === 'field' && other.field.isAbsent) {
    return operator === 'eq' ? other.field.isAbsent : sql`(not ${other.field.isAbsent})`;
  }
  const value = compile(compilation, other, false);
  return operator === 'eq' ? sql`(${value} is null)` : sql`(${value} is not null)`;
};

const findFieldAndConstant = ({ left, right }: TypedNode<'comparison'>) => {
  const [side, other] = left.kind === 'field' ? [left, right] : [right, left];
  return side.kind === 'field' && other.kind === 'constant'
    ? { field: side.field, value: String(other.value) }
    : undefined;
};

/** Compares a string in a related row with a constant, using that row's key. */
const compileKeyTest = ({ tenantId }: Compilation, typed: TypedNode<'comparison'>): Sql | undefined => {
  const sides = findFieldAndConstant(typed);
  return typed.operator === 'eq' ? sides?.field.matchesByKey?.(sides.value, tenantId) : undefined;
};

const compileCodes = ({ codedBy: { sql: code, names }, codes }: TypedNode<'codes'>): Sql => {
  // Without a cast, `false` cannot be a sort key.
  if (codes.size === 0) return sql`false::boolean`;
  if (codes.size === names.length) return sql`true::boolean`;
  return sql`(${code} in (${sql.join([...codes].map((code) => sql.lit(code)))}))`;
};

/** In OData, comparisons with NaN are false. In PostgreSQL, NaN equals itself and is the largest value. */
const compileFloats = (compilation: Compilation, { operator, left, right }: TypedNode<'comparison'>): Sql => {
  const [a, b] = [compile(compilation, left, false), compile(compilation, right, false)];
  const [x, y] = [sql`nullif(${a}, 'NaN')`, sql`nullif(${b}, 'NaN')`];
  if (operator === 'eq' || operator === 'ne') {
    const isEqual = sql`coalesce(${x} = ${y}, ${a} is null and ${b} is null)`;
    return operator === 'eq' ? isEqual : sql`(not ${isEqual})`;
  }
  return sql`coalesce(${x} ${OPERATORS[operator]} ${y}, false)`;
};
