import { nearestName } from '#spelling/nearest-name.ts';
import { commonType, type EdmType, isNumeric, isPromotable, withArticle } from './edm.ts';
import type { EntityFields } from './fields.ts';
import { FUNCTIONS } from './functions.ts';
import { hintForLiteral, hintForName } from './literal-hints.ts';
import { queryNotValid, quoted } from './odata-problems.ts';
import type { Expression } from './syntax.ts';
import type { Typed } from './typed.ts';
import { hintForFunction } from './version-4.ts';

type Binder = { option: string; entity: EntityFields };
type Node<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

/**
 * Resolves the names in an expression and checks its types, as strictly as ODataLib does (decision O3). Rejects unknown
 * names, wrong types and unsupported functions. The result can always be compiled to SQL.
 */
export const bindFilter = (expression: Expression, entity: EntityFields): Typed => {
  const typed = bind({ option: '$filter', entity }, expression);
  if (!isPromotable(typed.type, 'Boolean')) {
    throw queryNotValid(
      '$filter',
      expression.at,
      `a filter is a Boolean; this is ${withArticle(typed.type)}`,
    );
  }
  return asType(typed, 'Boolean');
};

export const bindOrderKey = (expression: Expression, entity: EntityFields): Typed =>
  bind({ option: '$orderby', entity }, expression);

const bind = (binder: Binder, expression: Expression): Typed => {
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

/** `fallbackHint` is the hint for a name that resembles no property. */
const bindProperty = (
  { option, entity }: Binder,
  { at, name }: Node<'property'>,
  fallbackHint?: string,
): Typed => {
  const hint = Object.hasOwn(entity.fields, name) ? undefined : hintForName(name);
  if (hint !== undefined) throw queryNotValid(option, at, `there is no property ${quoted(name)}; ${hint}`);
  const field = readField(option, at, name, entity, fallbackHint);
  if (field.type === 'List') {
    throw queryNotValid(option, at, `${name} is a list, which can be neither compared nor sorted by`);
  }
  return { kind: 'field', type: field.type, nullable: field.nullable, field };
};

/** Finds the property with a name. The error for an unknown name suggests the most similar one (decision O8). */
export const readField = (
  option: string,
  at: number,
  name: string,
  { fields, hasCustomProperties }: EntityFields,
  fallbackHint?: string,
) => {
  if (Object.hasOwn(fields, name)) return fields[name]!;
  const names = Object.keys(fields);
  const nearest = nearestName(name, names);
  const hint =
    nearest === undefined
      ? `${fallbackHint ?? `there are ${names.join(', ')}`}.`
      : `did you mean ${nearest}?`;
  const note = hasCustomProperties ? ' Custom properties are not available here' : '';
  throw queryNotValid(option, at, `there is no property ${quoted(name)}; ${hint}${note}`);
};

const bindCall = (binder: Binder, { at, name, args }: Node<'call'>): Typed => {
  const { option } = binder;
  const overloads = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (!overloads) throw queryNotValid(option, at, hintForFunction(name) ?? unknownFunction(name));
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
    throw queryNotValid(option, at, `it is ${forms}; ${name}(${types}) was given`);
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
  const nearest = nearestName(name, Object.keys(FUNCTIONS));
  return `there is no function ${quoted(name)}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
};

const bindNot = (binder: Binder, { at, operand }: Node<'not'>): Typed => {
  const typed = bind(binder, operand);
  if (!isPromotable(typed.type, 'Boolean')) {
    throw queryNotValid(
      binder.option,
      at,
      `not takes a Boolean; ${withArticle(typed.type)} was given. It binds tighter than a comparison, which it negates in parentheses: not (a eq b)`,
    );
  }
  return { kind: 'not', type: 'Boolean', nullable: typed.nullable, operand: asType(typed, 'Boolean') };
};

const bindNegate = (binder: Binder, { at, operand }: Node<'negate'>): Typed => {
  const typed = bind(binder, operand);
  const type = typed.type === 'Null' ? 'Int32' : typed.type;
  if (!isNumeric(type)) {
    throw queryNotValid(binder.option, at, `a minus sign takes a number; ${withArticle(type)} was given`);
  }
  return { kind: 'negate', type, nullable: true, operand: asType(typed, type) };
};

const bindComparison = (binder: Binder, { at, operator, left, right }: Node<'comparison'>): Typed => {
  const a = bind(binder, left);
  const b = bindRightSide(binder, a, right);
  const type = commonType(a.type, b.type);
  if (type === undefined) {
    const hint = hintForSide(left, b.type) ?? hintForSide(right, a.type) ?? '';
    throw queryNotValid(
      binder.option,
      at,
      `${operator} cannot compare ${withArticle(a.type)} with ${withArticle(b.type)}${hint}`,
    );
  }
  if (type === 'Binary' && operator !== 'eq' && operator !== 'ne') {
    throw queryNotValid(binder.option, at, `${operator} cannot compare Binary values; eq and ne can`);
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

/** Binds the right side of a comparison. If the left side is a String, an unknown name is probably text without quotes. */
const bindRightSide = (binder: Binder, other: Typed, expression: Expression): Typed =>
  expression.kind === 'property' && other.type === 'String' && other.kind !== 'constant'
    ? bindProperty(binder, expression, `put a text in quotes: ${quoted(expression.name)}`)
    : bind(binder, expression);

const hintForSide = (side: Expression, expected: EdmType): string | undefined =>
  side.kind === 'literal' ? `; ${hintForLiteral(side.text, expected)}` : undefined;

const bindArithmetic = (binder: Binder, { at, operator, left, right }: Node<'arithmetic'>): Typed => {
  const [a, b] = [bind(binder, left), bind(binder, right)];
  const common = commonType(a.type, b.type);
  const type = common === 'Null' ? 'Int32' : common;
  if (type === undefined || !isNumeric(type)) {
    const reason = isNumeric(a.type) && isNumeric(b.type) ? 'cannot join' : 'takes two numbers, not';
    throw queryNotValid(
      binder.option,
      at,
      `${operator} ${reason} ${withArticle(a.type)} and ${withArticle(b.type)}`,
    );
  }
  // An arithmetic overflow is null.
  return {
    kind: 'arithmetic',
    type,
    nullable: true,
    operator,
    left: asType(a, type),
    right: asType(b, type),
  };
};

const bindLogical = (binder: Binder, { kind, operands }: Node<'and'> | Node<'or'>): Typed => {
  const typed = operands.flatMap((operand) => {
    const bound = bind(binder, operand);
    // A chain of one operator stays flat, regardless of its parentheses.
    if (bound.kind === kind) return bound.operands;
    if (isPromotable(bound.type, 'Boolean')) return asType(bound, 'Boolean');
    throw queryNotValid(
      binder.option,
      operand.at,
      `${kind} takes Booleans; this is ${withArticle(bound.type)}`,
    );
  });
  return { kind, type: 'Boolean', nullable: typed.some(({ nullable }) => nullable), operands: typed };
};

const asType = (typed: Typed, type: EdmType): Typed => {
  if (typed.type === type) return typed;
  if (typed.type === 'Null') return { ...typed, type };
  return { kind: 'promotion', type, nullable: typed.nullable, operand: typed };
};
