import type { Field } from './fields.ts';
import type { TypedExpression } from './typed.ts';

type TypedNode<Kind extends TypedExpression['kind']> = Extract<TypedExpression, { kind: Kind }>;

/**
 * Turns conditions on a field that is stored as a number into a set of codes. `State ne 'Closed' and State ne
 * 'Canceled'` becomes a set of three codes, which can be looked up in an index. Two inequalities would scan every row.
 */
export const combineCodes = (typed: TypedExpression): TypedExpression => {
  switch (typed.kind) {
    case 'constant':
    case 'field':
    case 'codes':
      return typed;
    case 'comparison':
      return convertComparison(typed) ?? combineSides(typed);
    case 'arithmetic':
      return combineSides(typed);
    case 'promotion':
    case 'negate':
      return { ...typed, operand: combineCodes(typed.operand) };
    case 'call':
      return { ...typed, args: typed.args.map(combineCodes) };
    case 'not': {
      const operand = combineCodes(typed.operand);
      return operand.kind === 'codes'
        ? withCodes(operand, (code) => !operand.codes.has(code))
        : { ...typed, operand };
    }
    case 'and':
    case 'or':
      return combineOperands(typed);
  }
};

const combineSides = <Sides extends TypedNode<'comparison' | 'arithmetic'>>(typed: Sides): Sides => ({
  ...typed,
  left: combineCodes(typed.left),
  right: combineCodes(typed.right),
});

const convertComparison = ({
  operator,
  left,
  right,
  ...typed
}: TypedNode<'comparison'>): TypedExpression | undefined => {
  if (operator !== 'eq' && operator !== 'ne') return undefined;
  const [side, other] = left.kind === 'field' ? [left, right] : [right, left];
  if (side.kind !== 'field' || side.field.codes === undefined) return undefined;
  if (other.kind !== 'constant' || other.value === null) return undefined;
  const { names } = side.field.codes;
  const all: TypedNode<'codes'> = {
    ...typed,
    kind: 'codes',
    codedBy: side.field.codes,
    codes: new Set(names.keys()),
  };
  return withCodes(all, (code) => (names[code] === other.value) === (operator === 'eq'));
};

const combineOperands = (typed: TypedNode<'and' | 'or'>): TypedExpression => {
  const sets = new Map<Field['codes'], TypedNode<'codes'>>();
  const rest: TypedExpression[] = [];
  for (const operand of typed.operands.map(combineCodes)) {
    if (operand.kind !== 'codes') {
      rest.push(operand);
      continue;
    }
    const set = sets.get(operand.codedBy);
    const isIncluded = (code: number) =>
      typed.kind === 'and'
        ? set!.codes.has(code) && operand.codes.has(code)
        : set!.codes.has(code) || operand.codes.has(code);
    sets.set(operand.codedBy, set ? withCodes(set, isIncluded) : operand);
  }
  const operands = [...sets.values(), ...rest];
  return operands.length === 1 ? operands[0]! : { ...typed, operands };
};

const withCodes = (typed: TypedNode<'codes'>, isIncluded: (code: number) => boolean): TypedNode<'codes'> => ({
  ...typed,
  codes: new Set([...typed.codedBy.names.keys()].filter(isIncluded)),
});
