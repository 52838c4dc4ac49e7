/**
 * A token in an XLSForm expression: `text` in quotes, a `reference` such as `${name}`, a `path` such as `../name`
 * or `/data/group/name`, a `call` (the name of a function), a `name`, `self` (the dot), a `number`, or `other`.
 * Together, the tokens make up the whole expression, including spaces. Any text can be tokenized.
 */
export type Token = {
  kind: 'text' | 'reference' | 'path' | 'call' | 'name' | 'self' | 'number' | 'other';
  text: string;
};

const NAME = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_.\-]*`;
const STEPS = `${NAME}(?:/${NAME})*`;
// The lookbehind matches sequences of `../` only from their start. Trying each step would take quadratic time (R24).
const TOKEN = new RegExp(
  [
    `(?<text>"[^"]*"|'[^']*')`,
    String.raw`(?<reference>\$\{[^{}]*\})`,
    String.raw`(?<path>(?:current\(\)/(?:\.\.?/)*|(?<!\.|\./)(?:\.\.?/)+)${STEPS}|/${NAME}/${STEPS}|//${STEPS})`,
    String.raw`(?<call>${NAME}(?::${NAME})?(?=\s*\())`,
    `(?<name>${NAME}(?::${NAME})?)`,
    String.raw`(?<number>\d+(?:\.\d*)?|\.\d+)`,
    String.raw`(?<self>(?<!\.)\.(?![./]))`,
    String.raw`(?<other>[\s\S])`,
  ].join('|'),
  'guy',
);

export const tokenize = (expression: string): Token[] => {
  const tokens: Token[] = [];
  for (const { groups, index } of expression.matchAll(TOKEN)) {
    for (const [kind, text] of Object.entries(groups!)) {
      if (text === undefined) continue;
      // Paths that contain predicates, or that come before or after a function call, are not supported.
      const isSupported =
        kind !== 'path' ||
        (!/^\s*[([/]/.test(expression.slice(index + text.length)) &&
          !/[\])}]$/.test(tokens.at(-1)?.text ?? ''));
      tokens.push({ kind: isSupported ? (kind as Token['kind']) : 'other', text });
    }
  }
  return tokens;
};

const operators = new Set(['and', 'or', 'div', 'mod']);

/** In a choice filter, a name without `${}` refers to an attribute of the choices. */
export const isBareName = (tokens: readonly Token[], position: number): boolean => {
  const { kind, text } = tokens[position]!;
  if (kind !== 'name' || operators.has(text)) return false;
  return tokens[position - 1]?.text !== '/' && !/^[/[]/.test(tokens[position + 1]?.text ?? '');
};

/** Text that contains both kinds of quotes becomes a call to concat. */
export const quote = (text: string): string => {
  if (!text.includes("'")) return `'${text}'`;
  if (!text.includes('"')) return `"${text}"`;
  const parts = text.split(/(')/).filter((part) => part !== '');
  return `concat(${parts.map((part) => (part === "'" ? `"'"` : `'${part}'`)).join(', ')})`;
};
