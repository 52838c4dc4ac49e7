import { findNearestName } from '#spelling/nearest-name.ts';
import { type EdmType, findCommonType, isNumeric, isPromotable, withArticle } from './edm.ts';
import type { EntityFields } from './fields.ts';
import { FUNCTIONS } from './functions.ts';
import { findHintForName, formatHintForLiteral } from './literal-hints.ts';
import { invalidQuery, quote } from './odata-problems.ts';
import type { Expression } from './syntax.ts';
import type { TypedExpression } from './typed.ts';
import { findHintForFunction } from './version-4.ts';

type Binder = { option: string; entity: EntityFields };
type Node<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

/**
 * Resolves a filter's names and checks its types as strictly as ODataLib does (decision O3). The result can
 * always be compiled to SQL.
 */
export const bindFilter = (expression: Expression, entity: EntityFields): TypedExpression => {
  const typed = bind({ option: '$filter', entity }, expression);
  if (!isPromotable(typed.type, 'Boolean')) {
    throw invalidQuery(
      '$filter',
      expression.position,
      `a filter must be a Boolean, but this is ${withArticle(typed.type)}`,
    );
  }
  return asType(typed, 'Boolean');
};

export const bindOrderKey = (expression: Expression, entity: EntityFields): TypedExpression =>
  bind({ option: '$orderby', entity }, expression);

const bind = (binder: Binder, expression: Expression): TypedExpression => {
  switch (expression.kind) {
    case 'literal': {
      const { type, value } = expression.literal;
      return { kind: 'constant', type, nullable: value === null, value };
    }
    case 'property':
      return bindProperty(binder, expression);
    case 'call':
      return bindCall(binder, expression);
    case 'not':
      return bindNot(binder, expression);
    case 'negate':
      return bindNegate(binder, expression);
    case 'comparison':
      return bindComparison(binder, expression);
    case 'arithmetic':
      return bindArithmetic(binder, expression);
    case 'and':
    case 'or':
      return bindLogical(binder, expression);
  }
};

/** `fallbackHint` is the hint to give if the name resembles no property. */
const bindProperty = (
  { option, entity }: Binder,
  { position, name }: Node<'property'>,
  fallbackHint?: string,
): TypedExpression => {
  const hint = Object.hasOwn(entity.fields, name) ? undefined : findHintForName(name);
  if (hint !== undefined)
    throw invalidQuery(option, position, `there is no property ${quote(name)}; ${hint}`);
  const field = requireField(option, position, name, entity, fallbackHint);
  if (field.type === 'List') {
    throw invalidQuery(option, position, `${name} is a list and cannot be compared or sorted by`);
  }
  return { kind: 'field', type: field.type, nullable: field.nullable, field };
};

/** Finds a property by name. If the name is unknown, the error suggests the most similar one (decision O8). */
export const requireField = (
  option: string,
  position: number,
  name: string,
  { fields, hasCustomProperties }: EntityFields,
  fallbackHint?: string,
) => {
  if (Object.hasOwn(fields, name)) return fields[name]!;
  const names = Object.keys(fields);
  const nearest = findNearestName(name, names);
  const hint =
    nearest === undefined
      ? `${fallbackHint ?? `the properties are ${names.join(', ')}`}.`
      : `did you mean ${nearest}?`;
  const note = hasCustomProperties ? ' Custom properties are not available here' : '';
  throw invalidQuery(option, position, `there is no property ${quote(name)}; ${hint}${note}`);
};

const bindCall = (binder: Binder, { position, name, args }: Node<'call'>): TypedExpression => {
  const { option } = binder;
  const overloads = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (!overloads) throw invalidQuery(option, position, findHintForFunction(name) ?? unknownFunction(name));
  const boundArgs = args.map((arg) => bind(binder, arg));
  const findOverload = (accepts: (from: EdmType, to: EdmType) => boolean) =>
    overloads.find(
      ({ parameters }) =>
        parameters.length === boundArgs.length &&
        parameters.every((type, index) => accepts(boundArgs[index]!.type, type)),
    );
  const overload = findOverload((from, to) => from === to) ?? findOverload(isPromotable);
  if (!overload) {
    const forms = overloads.map(({ parameters }) => `${name}(${parameters.join(', ')})`).join(' or ');
    const types = boundArgs.map(({ type }) => type).join(', ');
    throw invalidQuery(option, position, `there is no ${name}(${types}); use ${forms}`);
  }
  return {
    kind: 'call',
    type: overload.returns,
    // `replace` returns null if the result would be too long.
    nullable: name === 'replace' || boundArgs.some(({ nullable }) => nullable),
    overload,
    args: boundArgs.map((arg, index) => asType(arg, overload.parameters[index]!)),
  };
};

const unknownFunction = (name: string) => {
  const nearest = findNearestName(name, Object.keys(FUNCTIONS));
  return `there is no function ${quote(name)}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
};

const bindNot = (binder: Binder, { position, operand }: Node<'not'>): TypedExpression => {
  const typed = bind(binder, operand);
  if (!isPromotable(typed.type, 'Boolean')) {
    throw invalidQuery(
      binder.option,
      position,
      `not requires a Boolean, but this is ${withArticle(typed.type)}. To negate a comparison, put it in parentheses: not (a eq b)`,
    );
  }
  return { kind: 'not', type: 'Boolean', nullable: typed.nullable, operand: asType(typed, 'Boolean') };
};

const bindNegate = (binder: Binder, { position, operand }: Node<'negate'>): TypedExpression => {
  const typed = bind(binder, operand);
  const type = typed.type === 'Null' ? 'Int32' : typed.type;
  if (!isNumeric(type)) {
    throw invalidQuery(
      binder.option,
      position,
      `a minus sign requires a number, but this is ${withArticle(type)}`,
    );
  }
  return { kind: 'negate', type, nullable: true, operand: asType(typed, type) };
};

const bindComparison = (
  binder: Binder,
  { position, operator, left, right }: Node<'comparison'>,
): TypedExpression => {
  const a = bind(binder, left);
  const b = bindRightSide(binder, a, right);
  const type = findCommonType(a.type, b.type);
  if (type === undefined) {
    const hint = findHintForSide(left, b.type) ?? findHintForSide(right, a.type) ?? '';
    throw invalidQuery(
      binder.option,
      position,
      `${operator} cannot compare ${withArticle(a.type)} with ${withArticle(b.type)}${hint}`,
    );
  }
  if (type === 'Binary' && operator !== 'eq' && operator !== 'ne') {
    throw invalidQuery(binder.option, position, `${operator} cannot compare Binary values; eq and ne can`);
  }
  return {
    kind: 'comparison',
    type: 'Boolean',
    nullable: false,
    operator,
    left: asType(a, type),
    right: asType(b, type),
  };
};

/** If the left-hand side is a String, an unknown name is probably a string that lacks its quotes. */
const bindRightSide = (binder: Binder, other: TypedExpression, expression: Expression): TypedExpression =>
  expression.kind === 'property' && other.type === 'String' && other.kind !== 'constant'
    ? bindProperty(binder, expression, `put strings in quotes: ${quote(expression.name)}`)
    : bind(binder, expression);

const findHintForSide = (side: Expression, expected: EdmType): string | undefined =>
  side.kind === 'literal' ? `; ${formatHintForLiteral(side.text, expected)}` : undefined;

const bindArithmetic = (
  binder: Binder,
  { position, operator, left, right }: Node<'arithmetic'>,
): TypedExpression => {
  const [a, b] = [bind(binder, left), bind(binder, right)];
  const common = findCommonType(a.type, b.type);
  const type = common === 'Null' ? 'Int32' : common;
  if (type === undefined || !isNumeric(type)) {
    const reason = isNumeric(a.type) && isNumeric(b.type) ? 'cannot combine' : 'requires two numbers, not';
    throw invalidQuery(
      binder.option,
      position,
      `${operator} ${reason} ${withArticle(a.type)} and ${withArticle(b.type)}`,
    );
  }
  // Arithmetic overflow results in null.
  return {
    kind: 'arithmetic',
    type,
    nullable: true,
    operator,
    left: asType(a, type),
    right: asType(b, type),
  };
};

const bindLogical = (binder: Binder, { kind, operands }: Node<'and'> | Node<'or'>): TypedExpression => {
  const typed = operands.flatMap((operand) => {
    const bound = bind(binder, operand);
    // A chain of the same operator stays flat, however it is parenthesised.
    if (bound.kind === kind) return bound.operands;
    if (isPromotable(bound.type, 'Boolean')) return asType(bound, 'Boolean');
    throw invalidQuery(
      binder.option,
      operand.position,
      `${kind} requires Booleans, but this is ${withArticle(bound.type)}`,
    );
  });
  return { kind, type: 'Boolean', nullable: typed.some(({ nullable }) => nullable), operands: typed };
};

const asType = (typed: TypedExpression, type: EdmType): TypedExpression => {
  if (typed.type === type) return typed;
  if (typed.type === 'Null') return { ...typed, type };
  return { kind: 'promotion', type, nullable: typed.nullable, operand: typed };
};
