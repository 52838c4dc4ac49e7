import { findNearestName } from '#spelling/nearest-name.ts';
import { addArticle, type EdmType, findCommonType, isNumeric, isPromotable } from './edm.ts';
import type { EntityFields } from './fields.ts';
import { FUNCTIONS } from './functions.ts';
import { findHintForName, formatHintForLiteral } from './literal-hints.ts';
import { invalidQuery, quote } from './odata-problems.ts';
import type { Expression } from './syntax.ts';
import type { TypedExpression } from './typed-expression.ts';
import { findHintForFunction } from './version-4.ts';

type Binder = { option: string; entity: EntityFields };
type Node<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

/** Type-checks as strictly as ODataLib (decision O3). The result can always be compiled to SQL. */
export const bindFilter = (expression: Expression, entity: EntityFields): TypedExpression => {
  const filter = bind({ option: '$filter', entity }, expression);
  if (!isPromotable(filter.type, 'Boolean')) {
    throw invalidQuery(
      '$filter',
      expression.position,
      `a filter must be a Boolean, but this is ${addArticle(filter.type)}`,
    );
  }
  return convertToType(filter, 'Boolean');
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

/** Uses `fallbackHint` if the name resembles no property. */
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

/** For an unknown name, the error suggests the most similar one (decision O8). */
export const requireField = (
  option: string,
  position: number,
  name: string,
  { fields, hasCustomProperties }: EntityFields,
  fallbackHint?: string,
) => {
  if (Object.hasOwn(fields, name)) return fields[name]!;
  const names = Object.keys(fields);
  const nearestName = findNearestName(name, names);
  const hint =
    nearestName === undefined
      ? `${fallbackHint ?? `the properties are ${names.join(', ')}`}.`
      : `did you mean ${nearestName}?`;
  const note = hasCustomProperties ? ' Custom properties are not available here' : '';
  throw invalidQuery(option, position, `there is no property ${quote(name)}; ${hint}${note}`);
};

const bindCall = (binder: Binder, { position, name, args }: Node<'call'>): TypedExpression => {
  const { option } = binder;
  const overloads = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (!overloads)
    throw invalidQuery(option, position, findHintForFunction(name) ?? describeUnknownFunction(name));
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
    args: boundArgs.map((arg, index) => convertToType(arg, overload.parameters[index]!)),
  };
};

const describeUnknownFunction = (name: string) => {
  const nearestName = findNearestName(name, Object.keys(FUNCTIONS));
  return `there is no function ${quote(name)}${nearestName === undefined ? '' : `; did you mean ${nearestName}?`}`;
};

const bindNot = (binder: Binder, { position, operand }: Node<'not'>): TypedExpression => {
  const boundOperand = bind(binder, operand);
  if (!isPromotable(boundOperand.type, 'Boolean')) {
    throw invalidQuery(
      binder.option,
      position,
      `not requires a Boolean, but this is ${addArticle(boundOperand.type)}. To negate a comparison, put it in parentheses: not (a eq b)`,
    );
  }
  return {
    kind: 'not',
    type: 'Boolean',
    nullable: boundOperand.nullable,
    operand: convertToType(boundOperand, 'Boolean'),
  };
};

const bindNegate = (binder: Binder, { position, operand }: Node<'negate'>): TypedExpression => {
  const boundOperand = bind(binder, operand);
  const type = boundOperand.type === 'Null' ? 'Int32' : boundOperand.type;
  if (!isNumeric(type)) {
    throw invalidQuery(
      binder.option,
      position,
      `a minus sign requires a number, but this is ${addArticle(type)}`,
    );
  }
  return { kind: 'negate', type, nullable: true, operand: convertToType(boundOperand, type) };
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
      `${operator} cannot compare ${addArticle(a.type)} with ${addArticle(b.type)}${hint}`,
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
    left: convertToType(a, type),
    right: convertToType(b, type),
  };
};

/** If the left-hand side is a String, an unknown name is probably an unquoted string. */
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
  const commonType = findCommonType(a.type, b.type);
  const type = commonType === 'Null' ? 'Int32' : commonType;
  if (type === undefined || !isNumeric(type)) {
    const reason = isNumeric(a.type) && isNumeric(b.type) ? 'cannot combine' : 'requires two numbers, not';
    throw invalidQuery(
      binder.option,
      position,
      `${operator} ${reason} ${addArticle(a.type)} and ${addArticle(b.type)}`,
    );
  }
  // Arithmetic overflow yields null.
  return {
    kind: 'arithmetic',
    type,
    nullable: true,
    operator,
    left: convertToType(a, type),
    right: convertToType(b, type),
  };
};

const bindLogical = (binder: Binder, { kind, operands }: Node<'and'> | Node<'or'>): TypedExpression => {
  const boundOperands = operands.flatMap((operand) => {
    const boundOperand = bind(binder, operand);
    // Flattens a chain of the same operator into a single node, even across parentheses.
    if (boundOperand.kind === kind) return boundOperand.operands;
    if (isPromotable(boundOperand.type, 'Boolean')) return convertToType(boundOperand, 'Boolean');
    throw invalidQuery(
      binder.option,
      operand.position,
      `${kind} requires Booleans, but this is ${addArticle(boundOperand.type)}`,
    );
  });
  return {
    kind,
    type: 'Boolean',
    nullable: boundOperands.some(({ nullable }) => nullable),
    operands: boundOperands,
  };
};

const convertToType = (expression: TypedExpression, type: EdmType): TypedExpression => {
  if (expression.type === type) return expression;
  if (expression.type === 'Null') return { ...expression, type };
  return { kind: 'promotion', type, nullable: expression.nullable, operand: expression };
};
