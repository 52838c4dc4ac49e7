import { type Sentence, sentence } from '#i18n/sentence.ts';
import { ExpressionError } from './syntax.ts';

/** For kinds `text` and `reference`, `text` is the part inside the quotes or braces. */
export type Token = {
  kind: 'number' | 'text' | 'reference' | 'word' | 'sign' | 'end';
  at: number;
  text: string;
};

/**
 * The syntax of each kind of token. As in XLSForm, a word can contain hyphens and dots (`count-selected`), so a subtraction of
 * words needs spaces around the minus sign. Functions of JavaRosa have a prefix (`jr:choice-name`).
 */
const KINDS: readonly [kind: Token['kind'], pattern: RegExp][] = [
  ['number', /(?:\d+(?:\.\d*)?|\.\d+)/y],
  ['text', /'([^']*)'|"([^"]*)"/y],
  ['reference', /\$\{\s*([A-Za-z_][\w.-]*)\s*\}/y],
  ['word', /(?:[A-Za-z]+:)?[A-Za-z_][\w.-]*/y],
  ['sign', /<=|>=|!=|\.\.|[-+*=<>(),.]/y],
];
const BLANKS = /\s*/y;

/** Splits an expression into tokens, or throws an ExpressionError. */
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
    if (!found) throw new ExpressionError(at, hintFor(text.slice(at)));
    at += found[0].length;
  }
};

/** Syntax of other languages, with the syntax to use instead. */
const HINTS: readonly [written: RegExp, hint: Sentence][] = [
  [/^['"]/, sentence`The text that begins here has no closing quote.`],
  [/^[‘’‚“”„]/, sentence`Use straight quotes around texts: 'crack'.`],
  [
    /^\$\{/,
    sentence`Write a field as \${Name}: the closing brace is missing, or the name contains an invalid character.`,
  ],
  [/^\$/, sentence`Write a field as \${Name}.`],
  [/^[{}]/, sentence`Use braces only around the name of a field: \${Name}.`],
  [/^[&|]/, sentence`Join conditions with the words 'and' and 'or'.`],
  [/^!/, sentence`Write 'not equal to' as != and the opposite of a condition as not(…).`],
  [/^\//, sentence`Divide with the word 'div'. Write fields as \${Name}, not as paths.`],
  [/^%/, sentence`Use the word 'mod' for a remainder.`],
  [
    /^[[\]]/,
    sentence`Predicates are not supported: use indexed-repeat(\${Field}, \${Repeat}, 2) to read one entry of a repeat.`,
  ],
];

const hintFor = (rest: string): Sentence => {
  const hint = HINTS.find(([written]) => written.test(rest))?.[1];
  return hint ?? sentence`The character ${String.fromCodePoint(rest.codePointAt(0)!)} has no meaning here.`;
};
