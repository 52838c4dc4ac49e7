import { countCharacters } from '#i18n/count-characters.ts';
import { QUOTED_FORMS, WORDS } from './literals.ts';
import { invalidQuery, quote } from './odata-problems.ts';
import type { Literal } from './syntax.ts';
import {
  formatHintForDate,
  formatHintForGuid,
  formatHintForPrefix,
  formatHintForSymbol,
  OPERATOR_WORDS,
  UNQUOTED_DATE,
  UNQUOTED_GUID,
} from './version-4.ts';

/** A word can be a name, an operator or a function. Signs are separate tokens. */
export type Token =
  | { kind: 'word' | 'number' | 'symbol' | 'end'; position: number; text: string }
  | { kind: 'literal'; position: number; text: string; literal: Literal };

const WHITESPACE = /\s*/y;
/** An operator needs no space before a quote: `eq'New'` is not a literal with the prefix `eq`. */
const OPERATOR_BEFORE_QUOTE = new RegExp(`(?:${OPERATOR_WORDS.join('|')})(?=')`, 'iy');
const QUOTED_LITERAL = /([A-Za-z]*)'([^']*(?:''[^']*)*)'/y;
const OPENING_QUOTE = /[A-Za-z]*'/y;
const NUMBER = /\d[\p{L}\p{N}_.]*(?:(?<=[eE])[+-]\d+[LlMmFfDd]?)?/uy;
const WORD = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/uy;
const SYMBOL = /[(),\-/*:]/y;

export const tokenize = (option: string, text: string): Token[] => {
  const tokens: Token[] = [];
  let index = 0;
  /** In characters, whereas `index` is in UTF-16 code units. */
  let position = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = index;
    return pattern.exec(text);
  };
  const advance = (readText: string) => {
    index += readText.length;
    position += countCharacters(readText);
  };
  const reject = (reason: string): never => {
    throw invalidQuery(option, position, reason);
  };

  const readToken = (): Token => {
    // Symbols are tried first: half of all tokens are symbols.
    const symbol = match(SYMBOL);
    if (symbol) return { kind: 'symbol', position, text: symbol[0] };
    const date = match(UNQUOTED_DATE);
    if (date) reject(formatHintForDate(date));
    const guid = match(UNQUOTED_GUID);
    if (guid) reject(formatHintForGuid(guid));
    const operator = match(OPERATOR_BEFORE_QUOTE);
    if (operator) return { kind: 'word', position, text: operator[0] };
    const quotedMatch = match(QUOTED_LITERAL);
    if (quotedMatch) return readQuoted(quotedMatch);
    if (match(OPENING_QUOTE))
      reject('the string that starts here has no closing quote; double the quotes inside a string');
    const number = match(NUMBER);
    if (number) return { kind: 'number', position, text: number[0] };
    const word = match(WORD);
    if (word) {
      const literal = Object.hasOwn(WORDS, word[0]) ? WORDS[word[0]] : undefined;
      return literal
        ? { kind: 'literal', position, text: word[0], literal }
        : { kind: 'word', position, text: word[0] };
    }
    return reject(formatHintForSymbol(text.slice(index)));
  };

  const readQuoted = ([source, prefix, body]: RegExpExecArray): Token => {
    const value = body!.replaceAll("''", "'");
    if (prefix === '') return { kind: 'literal', position, text: source, literal: { type: 'String', value } };
    const name = prefix!.toLowerCase();
    const form = Object.hasOwn(QUOTED_FORMS, name) ? QUOTED_FORMS[name] : undefined;
    if (!form) return reject(formatHintForPrefix(prefix!, value));
    const literal = form.parse(value);
    if (!literal) return reject(`${quote(value)} is not a ${name}; write ${form.example}`);
    return { kind: 'literal', position, text: source, literal };
  };

  for (;;) {
    advance(match(WHITESPACE)![0]);
    if (index === text.length) return [...tokens, { kind: 'end', position, text: '' }];
    const token = readToken();
    tokens.push(token);
    advance(token.text);
  }
};
