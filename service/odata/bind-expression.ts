import { nearestName } from '#spelling/nearest-name.ts';
import { aType, canBecome, commonType, type EdmType, isNumeric } from './edm.ts';
import type { EntityFields } from './fields.ts';
import { FUNCTIONS } from './functions.ts';
import { hintForLiteral, hintForName } from './literal-hints.ts';
import { queryNotValid, quoted } from './odata-problems.ts';
import type { Expression } from './syntax.ts';
import type { Typed } from './typed.ts';
import { hintForFunction } from './version-4.ts';

type Binder = { option: string; entity: EntityFields };
type Of<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

/**
 * Resolves the names in an expression and checks its types, as strictly as ODataLib does (decision O3). Rejects unknown
 * names, wrong types and unsupported functions. The result can always be compiled to SQL.
 */
export const bindFilter = (expression: Expression, entity: EntityFields): Typed => {
  const typed = bind({ option: '$filter', entity }, expression);
  if (!canBecome(typed.type, 'Boolean')) {
    throw queryNotValid('$filter', expression.at, `a filter is a Boolean; this is ${aType(typed.type)}`);
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

/** `instead` is a hint for a name that resembles no property. */
const bindProperty = ({ option, entity }: Binder, { at, name }: Of<'property'>, instead?: string): Typed => {
  const value = Object.hasOwn(entity.fields, name) ? undefined : hintForName(name);
  if (value !== undefined) throw queryNotValid(option, at, `there is no property ${quoted(name)}; ${value}`);
  const field = fieldNamed(option, at, name, entity, instead);
  if (field.type === 'List') {
    throw queryNotValid(option, at, `${name} is a list, which can be neither compared nor sorted by`);
  }
  return { kind: 'field', type: field.type, nullable: field.nullable, field };
};

/** Finds the property with a name. The error for an unknown name suggests the most similar one (decision O8). */
export const fieldNamed = (
  option: string,
  at: number,
  name: string,
  { fields, hasCustomProperties }: EntityFields,
  instead?: string,
) => {
  if (Object.hasOwn(fields, name)) return fields[name]!;
  const names = Object.keys(fields);
  const nearest = nearestName(name, names);
  const hint =
    nearest === undefined ? `${instead ?? `there are ${names.join(', ')}`}.` : `did you mean ${nearest}?`;
  const more = hasCustomProperties ? ' Custom properties are not available here' : '';
  throw queryNotValid(option, at, `there is no property ${quoted(name)}; ${hint}${more}`);
};

const bindCall = (binder: Binder, { at, name, args }: Of<'call'>): Typed => {
  const { option } = binder;
  const overloads = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (!overloads) throw queryNotValid(option, at, hintForFunction(name) ?? unknownFunction(name));
  const given = args.map((arg) => bind(binder, arg));
  const findOverload = (accepts: (from: EdmType, to: EdmType) => boolean) =>
    overloads.find(
      ({ parameters: takes }) =>
        takes.length === given.length && takes.every((type, i) => accepts(given[i]!.type, type)),
    );
  const called = findOverload((from, to) => from === to) ?? findOverload(canBecome);
  if (!called) {
    const forms = overloads.map(({ parameters: takes }) => `${name}(${takes.join(', ')})`).join(' or ');
    const types = given.map(({ type }) => type).join(', ');
    throw queryNotValid(option, at, `it is ${forms}; ${name}(${types}) was given`);
  }
  return {
    kind: 'call',
    type: called.returns,
    // `replace` returns null if the result would be too long.
    nullable: name === 'replace' || given.some(({ nullable }) => nullable),
    called,
    args: given.map((arg, index) => asType(arg, called.parameters[index]!)),
  };
};

const unknownFunction = (name: string) => {
  const nearest = nearestName(name, Object.keys(FUNCTIONS));
  return `there is no function ${quoted(name)}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
};

const bindNot = (binder: Binder, { at, operand }: Of<'not'>): Typed => {
  const typed = bind(binder, operand);
  if (!canBecome(typed.type, 'Boolean')) {
    throw queryNotValid(
      binder.option,
      at,
      `not takes a Boolean; ${aType(typed.type)} was given. It binds tighter than a comparison, which it negates in parentheses: not (a eq b)`,
    );
  }
  return { kind: 'not', type: 'Boolean', nullable: typed.nullable, operand: asType(typed, 'Boolean') };
};

const bindNegate = (binder: Binder, { at, operand }: Of<'negate'>): Typed => {
  const typed = bind(binder, operand);
  const type = typed.type === 'Null' ? 'Int32' : typed.type;
  if (!isNumeric(type)) {
    throw queryNotValid(binder.option, at, `a minus sign takes a number; ${aType(type)} was given`);
  }
  return { kind: 'negate', type, nullable: true, operand: asType(typed, type) };
};

const bindComparison = (binder: Binder, { at, operator, left, right }: Of<'comparison'>): Typed => {
  const a = bind(binder, left);
  const b = bindComparedWith(binder, a, right);
  const type = commonType(a.type, b.type);
  if (type === undefined) {
    const hint = hintForSide(left, b.type) ?? hintForSide(right, a.type) ?? '';
    throw queryNotValid(
      binder.option,
      at,
      `${operator} cannot compare ${aType(a.type)} with ${aType(b.type)}${hint}`,
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

/** An operand that is compared with a String. An unknown name there is probably a text without quotes. */
const bindComparedWith = (binder: Binder, other: Typed, expression: Expression): Typed =>
  expression.kind === 'property' && other.type === 'String' && other.kind !== 'constant'
    ? bindProperty(binder, expression, `put a text in quotes: ${quoted(expression.name)}`)
    : bind(binder, expression);

const hintForSide = (side: Expression, wanted: EdmType): string | undefined =>
  side.kind === 'literal' ? `; ${hintForLiteral(side.text, wanted)}` : undefined;

const bindArithmetic = (binder: Binder, { at, operator, left, right }: Of<'arithmetic'>): Typed => {
  const [a, b] = [bind(binder, left), bind(binder, right)];
  const common = commonType(a.type, b.type);
  const type = common === 'Null' ? 'Int32' : common;
  if (type === undefined || !isNumeric(type)) {
    const reason = isNumeric(a.type) && isNumeric(b.type) ? 'cannot join' : 'takes two numbers, not';
    throw queryNotValid(binder.option, at, `${operator} ${reason} ${aType(a.type)} and ${aType(b.type)}`);
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

const bindLogical = (binder: Binder, { kind, operands }: Of<'and'> | Of<'or'>): Typed => {
  const typed = operands.flatMap((operand) => {
    const bound = bind(binder, operand);
    // A chain of one operator stays flat, regardless of its parentheses.
    if (bound.kind === kind) return bound.operands;
    if (canBecome(bound.type, 'Boolean')) return asType(bound, 'Boolean');
    throw queryNotValid(binder.option, operand.at, `${kind} takes Booleans; this is ${aType(bound.type)}`);
  });
  return { kind, type: 'Boolean', nullable: typed.some(({ nullable }) => nullable), operands: typed };
};

const asType = (typed: Typed, type: EdmType): Typed => {
  if (typed.type === type) return typed;
  if (typed.type === 'Null') return { ...typed, type };
  return { kind: 'promotion', type, nullable: typed.nullable, operand: typed };
};
