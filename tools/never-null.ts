/**
 * Whether an expression is never null. Recognizes required columns (formatted as text, too), count, exists,
 * array, JSON objects, tests for null, literals, and coalesce, least or greatest with one of these. All other
 * expressions are considered nullable.
 */
export const canNeverBeNull = (
  expression: string,
  isRequired: (alias: string | undefined, column: string) => boolean,
): boolean => {
  const check = (part: string) => canNeverBeNull(part, isRequired);
  const uncast = expression.replace(/(?: AT TIME ZONE '\w+')?::[\w ]+(?:\[\])?$/, '');
  const inner = findContent(uncast, '(');
  if (inner !== undefined) return check(inner);
  for (const opening of ['COALESCE(', 'LEAST(', 'GREATEST(']) {
    const alternatives = findContent(uncast, opening);
    if (alternatives !== undefined) return splitArguments(alternatives).some(check);
  }
  const formatted = findContent(uncast, 'to_char(');
  if (formatted !== undefined) return splitArguments(formatted).every(check);
  const [, alias, column] = /^(?:(\w+)\.)?([a-z_]\w*)$/.exec(uncast) ?? [];
  if (column !== undefined && isRequired(alias, column)) return true;
  return (
    /^(?:'[^']*'|-?\d+|true|false)$/.test(uncast) ||
    / IS (?:NOT )?NULL$/.test(uncast) ||
    /^[^()]* IS (?:NOT )?DISTINCT FROM [^()]*$/.test(uncast) ||
    /^count\([^()]*\)(?: FILTER \(.*\))?$/.test(uncast) ||
    NEVER_NULL.some((opening) => findContent(uncast, opening) !== undefined)
  );
};

const NEVER_NULL = ['EXISTS(', 'ARRAY(', 'json_build_object(', 'jsonb_build_object('];

/**
 * The text between `opening` and the last parenthesis; undefined if that parenthesis does not close
 * `opening`.
 */
const findContent = (expression: string, opening: string): string | undefined => {
  if (!expression.startsWith(opening) || !expression.endsWith(')')) return undefined;
  const content = expression.slice(opening.length, -1);
  return findDepths(content).every((depth) => depth >= 0) ? content : undefined;
};

const splitArguments = (list: string): string[] => {
  const depths = findDepths(list);
  const commas = depths.flatMap((depth, index) => (list[index] === ',' && depth === 0 ? [index] : []));
  return [-1, ...commas].map((comma, index) => list.slice(comma + 1, commas[index]).trim());
};

/** How many parentheses are open after each character. A quoted string counts as an open parenthesis. */
const findDepths = (text: string): number[] => {
  let depth = 0;
  let quoteDepth = 0;
  return text.split('').map((character) => {
    if (character === "'") quoteDepth = 1 - quoteDepth;
    else if (quoteDepth === 0) depth += Number(character === '(') - Number(character === ')');
    return depth + quoteDepth;
  });
};
