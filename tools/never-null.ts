/**
 * Recognizes expressions that are never null, in the form of PostgreSQL's plans: required columns and their text, count,
 * exists, array, JSON objects, tests for null, literals, and coalesce, least or greatest of one of these. All others count as
 * nullable.
 */
export const canNeverBeNull = (
  expression: string,
  isRequired: (alias: string | undefined, column: string) => boolean,
): boolean => {
  const check = (one: string) => canNeverBeNull(one, isRequired);
  const bare = expression.replace(/(?: AT TIME ZONE '\w+')?::[\w ]+(?:\[\])?$/, '');
  const inner = contentOf(bare, '(');
  if (inner !== undefined) return check(inner);
  for (const opening of ['COALESCE(', 'LEAST(', 'GREATEST(']) {
    const alternatives = contentOf(bare, opening);
    if (alternatives !== undefined) return argumentsOf(alternatives).some(check);
  }
  const formatted = contentOf(bare, 'to_char(');
  if (formatted !== undefined) return argumentsOf(formatted).every(check);
  const [, alias, column] = /^(?:(\w+)\.)?([a-z_]\w*)$/.exec(bare) ?? [];
  if (column !== undefined && isRequired(alias, column)) return true;
  return (
    /^(?:'[^']*'|-?\d+|true|false)$/.test(bare) ||
    / IS (?:NOT )?NULL$/.test(bare) ||
    /^[^()]* IS (?:NOT )?DISTINCT FROM [^()]*$/.test(bare) ||
    /^count\([^()]*\)(?: FILTER \(.*\))?$/.test(bare) ||
    NEVER_NULL.some((opening) => contentOf(bare, opening) !== undefined)
  );
};

const NEVER_NULL = ['EXISTS(', 'ARRAY(', 'json_build_object(', 'jsonb_build_object('];

/** The text between an opening that the expression starts with and its end; undefined if it closes earlier. */
const contentOf = (expression: string, opening: string): string | undefined => {
  if (!expression.startsWith(opening) || !expression.endsWith(')')) return undefined;
  const content = expression.slice(opening.length, -1);
  return depthsOf(content).every((depth) => depth >= 0) ? content : undefined;
};

const argumentsOf = (list: string): string[] => {
  const depths = depthsOf(list);
  const commas = depths.flatMap((depth, place) => (list[place] === ',' && depth === 0 ? [place] : []));
  return [-1, ...commas].map((comma, index) => list.slice(comma + 1, commas[index]).trim());
};

/** How many parentheses are open after each character. A quoted text counts as an open one. */
const depthsOf = (text: string): number[] => {
  let depth = 0;
  let quoted = 0;
  return text.split('').map((character) => {
    if (character === "'") quoted = 1 - quoted;
    else if (quoted === 0) depth += Number(character === '(') - Number(character === ')');
    return depth + quoted;
  });
};
