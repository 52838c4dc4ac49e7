import { type Sentence, sentence } from '#sentences/sentence.ts';
import { ExpressionRefused } from './syntax.ts';

/** Of a `text` and a `reference`, `text` is what stands inside. */
export type Token = {
  kind: 'number' | 'text' | 'reference' | 'word' | 'sign' | 'end';
  at: number;
  text: string;
};

/**
 * Each kind with how it is written. A word may hold hyphens and points (`count-selected`), as in XLSForm: a difference of
 * words needs blanks around its minus sign. Functions of JavaRosa have a prefix (`jr:choice-name`).
 */
const KINDS: readonly [kind: Token['kind'], pattern: RegExp][] = [
  ['number', /(?:\d+(?:\.\d*)?|\.\d+)/y],
  ['text', /'([^']*)'|"([^"]*)"/y],
  ['reference', /\$\{\s*([A-Za-z_][\w.-]*)\s*\}/y],
  ['word', /(?:[A-Za-z]+:)?[A-Za-z_][\w.-]*/y],
  ['sign', /<=|>=|!=|\.\.|[-+*=<>(),.]/y],
];
const BLANKS = /\s*/y;

/** Takes an expression apart; refuses what no token begins with. */
export const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  for (;;) {
    at += match(BLANKS)![0].length;
    if (at === text.length) return [...tokens, { kind: 'end', at, text: '' }];
    let found: RegExpExecArray | null = null;
    for (const [kind, pattern] of KINDS) {
      found = match(pattern);
      if (!found) continue;
      tokens.push({ kind, at, text: found[1] ?? found[2] ?? found[0] });
      break;
    }
    if (!found) throw new ExpressionRefused(at, hintFor(text.slice(at)));
    at += found[0].length;
  }
};

/** What is met in the expressions of others, and what it is written like here. */
const HINTS: readonly [written: RegExp, hint: Sentence][] = [
  [/^['"]/, sentence`The text that begins here has no closing quote.`],
  [/^[‘’‚“”„]/, sentence`Texts stand in straight quotes: 'crack'.`],
  [
    /^\$\{/,
    sentence`A field is written \${Name}: the closing brace is missing, or the name holds what no name does.`,
  ],
  [/^\$/, sentence`A field is written \${Name}.`],
  [/^[{}]/, sentence`Braces stand around the name of a field only: \${Name}.`],
  [/^[&|]/, sentence`Conditions are joined by the words 'and' and 'or'.`],
  [/^!/, sentence`'Not equal' is written !=, and the opposite of a condition not(…).`],
  [/^\//, sentence`A quotient is written with the word 'div'; fields are written \${Name}, not as paths.`],
  [/^%/, sentence`A remainder is written with the word 'mod'.`],
  [
    /^[[\]]/,
    sentence`Predicates are not served: indexed-repeat(\${Field}, \${Repeat}, 2) reads one entry of a repeat.`,
  ],
];

const hintFor = (rest: string): Sentence => {
  const hint = HINTS.find(([written]) => written.test(rest))?.[1];
  return hint ?? sentence`The character ${String.fromCodePoint(rest.codePointAt(0)!)} has no meaning here.`;
};
