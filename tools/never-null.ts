/** Treats unrecognised expressions as nullable. */
export const canNeverBeNull = (
  expression: string,
  isRequired: (alias: string | undefined, column: string) => boolean,
): boolean => {
  const isNeverNull = (part: string) => canNeverBeNull(part, isRequired);
  const expressionWithoutCast = expression.replace(/(?: AT TIME ZONE '\w+')?::[\w ]+(?:\[\])?$/, '');
  const contentInParentheses = findContent(expressionWithoutCast, '(');
  if (contentInParentheses !== undefined) return isNeverNull(contentInParentheses);
  for (const opening of ['COALESCE(', 'LEAST(', 'GREATEST(']) {
    const alternatives = findContent(expressionWithoutCast, opening);
    if (alternatives !== undefined) return splitArguments(alternatives).some(isNeverNull);
  }
  const toCharArguments = findContent(expressionWithoutCast, 'to_char(');
  if (toCharArguments !== undefined) return splitArguments(toCharArguments).every(isNeverNull);
  const [, alias, column] = /^(?:(\w+)\.)?([a-z_]\w*)$/.exec(expressionWithoutCast) ?? [];
  if (column !== undefined && isRequired(alias, column)) return true;
  return (
    /^(?:'[^']*'|-?\d+|true|false)$/.test(expressionWithoutCast) ||
    / IS (?:NOT )?NULL$/.test(expressionWithoutCast) ||
    /^[^()]* IS (?:NOT )?DISTINCT FROM [^()]*$/.test(expressionWithoutCast) ||
    /^count\([^()]*\)(?: FILTER \(.*\))?$/.test(expressionWithoutCast) ||
    NEVER_NULL_OPENINGS.some((opening) => findContent(expressionWithoutCast, opening) !== undefined)
  );
};

const NEVER_NULL_OPENINGS = ['EXISTS(', 'ARRAY(', 'json_build_object(', 'jsonb_build_object('];

/** Returns undefined if the last parenthesis does not close `opening`. */
const findContent = (expression: string, opening: string): string | undefined => {
  if (!expression.startsWith(opening) || !expression.endsWith(')')) return undefined;
  const content = expression.slice(opening.length, -1);
  return computeDepths(content).every((depth) => depth >= 0) ? content : undefined;
};

const splitArguments = (list: string): string[] => {
  const depths = computeDepths(list);
  const commas = depths.flatMap((depth, index) => (list[index] === ',' && depth === 0 ? [index] : []));
  return [-1, ...commas].map((comma, index) => list.slice(comma + 1, commas[index]).trim());
};

/** Counts the open parentheses after each character. A quoted string counts as an open parenthesis. */
const computeDepths = (text: string): number[] => {
  let depth = 0;
  let quoteDepth = 0;
  return text.split('').map((character) => {
    if (character === "'") quoteDepth = 1 - quoteDepth;
    else if (quoteDepth === 0) depth += Number(character === '(') - Number(character === ')');
    return depth + quoteDepth;
  });
};
