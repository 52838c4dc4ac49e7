import { type Sentence, sentence } from '#i18n/sentence.ts';
import { ExpressionError } from './syntax.ts';

/** If the kind is `text` or `reference`, `text` excludes the quotes or braces. */
export type Token = {
  kind: 'number' | 'text' | 'reference' | 'word' | 'symbol' | 'end';
  position: number;
  text: string;
};

/**
 * The syntax of each kind of token. As in XLSForm, words can contain hyphens and dots (`count-selected`), so a
 * minus sign between words needs spaces around it. JavaRosa functions have a prefix (`jr:choice-name`).
 */
const TOKEN_PATTERNS: readonly [kind: Token['kind'], pattern: RegExp][] = [
  ['number', /(?:\d+(?:\.\d*)?|\.\d+)/y],
  ['text', /'([^']*)'|"([^"]*)"/y],
  ['reference', /\$\{\s*([A-Za-z_][\w.-]*)\s*\}/y],
  ['word', /(?:[A-Za-z]+:)?[A-Za-z_][\w.-]*/y],
  ['symbol', /<=|>=|!=|\.\.|[-+*=<>(),.]/y],
];
const WHITESPACE = /\s*/y;

/** Splits an expression into tokens, or throws an ExpressionError. */
export const tokenize = (text: string): Token[] => {
  const tokens: Token[] = [];
  let position = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = position;
    return pattern.exec(text);
  };
  for (;;) {
    position += match(WHITESPACE)![0].length;
    if (position === text.length) return [...tokens, { kind: 'end', position, text: '' }];
    let result: RegExpExecArray | null = null;
    for (const [kind, pattern] of TOKEN_PATTERNS) {
      result = match(pattern);
      if (!result) continue;
      tokens.push({ kind, position, text: result[1] ?? result[2] ?? result[0] });
      break;
    }
    if (!result) throw new ExpressionError(position, findHint(text.slice(position)));
    position += result[0].length;
  }
};

/** Hints for people who use the syntax of other languages. */
const HINTS: readonly [pattern: RegExp, hint: Sentence][] = [
  [/^['"]/, sentence`This text has no closing quote.`],
  [/^[‘’‚“”„]/, sentence`Use straight quotes around text: 'crack'.`],
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

const findHint = (invalidText: string): Sentence => {
  const hint = HINTS.find(([pattern]) => pattern.test(invalidText))?.[1];
  return (
    hint ?? sentence`The character ${String.fromCodePoint(invalidText.codePointAt(0)!)} is not allowed here.`
  );
};
