import type { Field } from './fields.ts';
import type { Typed } from './typed.ts';

type Of<Kind extends Typed['kind']> = Extract<Typed, { kind: Kind }>;

/**
 * Converts conditions on a field that is stored as a number to the set of matching numbers. For
 * `State ne 'Closed' and State ne 'Canceled'` the result is one of three codes, which an index can look up; as two
 * inequalities the condition would scan every row.
 */
export const gatherCodes = (typed: Typed): Typed => {
  switch (typed.kind) {
    case 'constant':
    case 'field':
    case 'codes':
      return typed;
    case 'comparison':
      return codesOfComparison(typed) ?? withSides(typed);
    case 'arithmetic':
      return withSides(typed);
    case 'promotion':
    case 'negate':
      return { ...typed, operand: gatherCodes(typed.operand) };
    case 'call':
      return { ...typed, args: typed.args.map(gatherCodes) };
    case 'not': {
      const operand = gatherCodes(typed.operand);
      return operand.kind === 'codes'
        ? withCodes(operand, (code) => !operand.codes.has(code))
        : { ...typed, operand };
    }
    case 'and':
    case 'or':
      return gatherOperands(typed);
  }
};

const withSides = <Sides extends Of<'comparison' | 'arithmetic'>>(typed: Sides): Sides => ({
  ...typed,
  left: gatherCodes(typed.left),
  right: gatherCodes(typed.right),
});

const codesOfComparison = ({ operator, left, right, ...typed }: Of<'comparison'>): Typed | undefined => {
  if (operator !== 'eq' && operator !== 'ne') return undefined;
  const [side, other] = left.kind === 'field' ? [left, right] : [right, left];
  if (side.kind !== 'field' || side.field.codes === undefined) return undefined;
  if (other.kind !== 'constant' || other.value === null) return undefined;
  const { names } = side.field.codes;
  const all: Of<'codes'> = {
    ...typed,
    kind: 'codes',
    codedBy: side.field.codes,
    codes: new Set(names.keys()),
  };
  return withCodes(all, (code) => (names[code] === other.value) === (operator === 'eq'));
};

const gatherOperands = (typed: Of<'and' | 'or'>): Typed => {
  const sets = new Map<Field['codes'], Of<'codes'>>();
  const others: Typed[] = [];
  for (const operand of typed.operands.map(gatherCodes)) {
    if (operand.kind !== 'codes') {
      others.push(operand);
      continue;
    }
    const set = sets.get(operand.codedBy);
    const isIn = (code: number) =>
      typed.kind === 'and'
        ? set!.codes.has(code) && operand.codes.has(code)
        : set!.codes.has(code) || operand.codes.has(code);
    sets.set(operand.codedBy, set ? withCodes(set, isIn) : operand);
  }
  const operands = [...sets.values(), ...others];
  return operands.length === 1 ? operands[0]! : { ...typed, operands };
};

const withCodes = (typed: Of<'codes'>, isIn: (code: number) => boolean): Of<'codes'> => ({
  ...typed,
  codes: new Set([...typed.codedBy.names.keys()].filter(isIn)),
});
