import { type Message, msg } from '#i18n/message.ts';
import { ExpressionError } from './syntax.ts';

/** `text` excludes quotes and braces. */
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

/** Throws an ExpressionError if the text contains an invalid token. */
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

/** Hints for people used to other languages' syntax. */
const HINTS: readonly [pattern: RegExp, hint: Message][] = [
  [/^['"]/, msg`This text has no closing quote.`],
  [/^[‘’‚“”„]/, msg`Use straight quotes around text: 'crack'.`],
  [
    /^\$\{/,
    msg`Write a field as \${Name}: the closing brace is missing, or the name contains an invalid character.`,
  ],
  [/^\$/, msg`Write a field as \${Name}.`],
  [/^[{}]/, msg`Use braces only around the name of a field: \${Name}.`],
  [/^[&|]/, msg`Join conditions with the words 'and' and 'or'.`],
  [/^!/, msg`Write 'not equal to' as != and the opposite of a condition as not(…).`],
  [/^\//, msg`Divide with the word 'div'. Write fields as \${Name}, not as paths.`],
  [/^%/, msg`Use the word 'mod' for a remainder.`],
  [
    /^[[\]]/,
    msg`Predicates are not supported: use indexed-repeat(\${Field}, \${Repeat}, 2) to read one entry of a repeat.`,
  ],
];

const findHint = (invalidText: string): Message => {
  const hint = HINTS.find(([pattern]) => pattern.test(invalidText))?.[1];
  return hint ?? msg`The character ${String.fromCodePoint(invalidText.codePointAt(0)!)} is not allowed here.`;
};
