import type { Field } from './fields.ts';
import type { TypedExpression, TypedNode } from './typed-expression.ts';

/**
 * Combines conditions on a field stored as a number into a set of codes. `State ne 'Closed' and State ne 'Canceled'`
 * becomes a set of three codes, so that PostgreSQL uses an index instead of scanning every row.
 */
export const combineCodes = (expression: TypedExpression): TypedExpression => {
  switch (expression.kind) {
    case 'constant':
    case 'field':
    case 'codes':
    case 'keys':
      return expression;
    case 'comparison':
      return convertComparison(expression) ?? combineSides(expression);
    case 'arithmetic':
      return combineSides(expression);
    case 'promotion':
    case 'negate':
      return { ...expression, operand: combineCodes(expression.operand) };
    case 'call':
      return { ...expression, args: expression.args.map(combineCodes) };
    case 'not': {
      const operand = combineCodes(expression.operand);
      return operand.kind === 'codes'
        ? selectCodes(operand, (code) => !operand.codes.has(code))
        : { ...expression, operand };
    }
    case 'and':
    case 'or':
      return combineOperands(expression);
  }
};

const combineSides = <Sides extends TypedNode<'comparison' | 'arithmetic'>>(expression: Sides): Sides => ({
  ...expression,
  left: combineCodes(expression.left),
  right: combineCodes(expression.right),
});

const convertComparison = ({
  operator,
  left,
  right,
  ...expression
}: TypedNode<'comparison'>): TypedExpression | undefined => {
  if (operator !== 'eq' && operator !== 'ne') return undefined;
  const [fieldSide, constantSide] = left.kind === 'field' ? [left, right] : [right, left];
  if (fieldSide.kind !== 'field' || fieldSide.field.codes === undefined) return undefined;
  if (constantSide.kind !== 'constant' || constantSide.value === null) return undefined;
  const { names } = fieldSide.field.codes;
  const allCodes: TypedNode<'codes'> = {
    ...expression,
    kind: 'codes',
    encoding: fieldSide.field.codes,
    codes: new Set(names.keys()),
  };
  return selectCodes(allCodes, (code) => (names[code] === constantSide.value) === (operator === 'eq'));
};

const combineOperands = (expression: TypedNode<'and' | 'or'>): TypedExpression => {
  const sets = new Map<Field['codes'], TypedNode<'codes'>>();
  const otherOperands: TypedExpression[] = [];
  for (const operand of expression.operands.map(combineCodes)) {
    if (operand.kind !== 'codes') {
      otherOperands.push(operand);
      continue;
    }
    const set = sets.get(operand.encoding);
    const isIncluded = (code: number) =>
      expression.kind === 'and'
        ? set!.codes.has(code) && operand.codes.has(code)
        : set!.codes.has(code) || operand.codes.has(code);
    sets.set(operand.encoding, set ? selectCodes(set, isIncluded) : operand);
  }
  const operands = [...sets.values(), ...otherOperands];
  return operands.length === 1 ? operands[0]! : { ...expression, operands };
};

const selectCodes = (
  expression: TypedNode<'codes'>,
  isIncluded: (code: number) => boolean,
): TypedNode<'codes'> => ({
  ...expression,
  codes: new Set([...expression.encoding.names.keys()].filter(isIncluded)),
});
