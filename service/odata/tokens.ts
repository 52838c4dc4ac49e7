import { countCharacters } from '#i18n/count-characters.ts';
import { QUOTED_FORMS, WORDS } from './literals.ts';
import { queryNotValid, quoted } from './odata-problems.ts';
import type { Literal } from './syntax.ts';
import {
  BARE_DATE,
  BARE_GUID,
  hintForDate,
  hintForGuid,
  hintForPrefix,
  hintForSign,
  OPERATOR_WORDS,
} from './version-4.ts';

/** A word can be a name, an operator or a function. The sign of a number is a separate token. */
export type Token =
  | { kind: 'word'; at: number; text: string }
  | { kind: 'number'; at: number; text: string }
  | { kind: 'literal'; at: number; text: string; literal: Literal }
  | { kind: 'sign'; at: number; text: string }
  | { kind: 'end'; at: number; text: string };

const WHITESPACE = /\s*/y;
/** Operators do not need a space before text: `eq'New'` is not a literal with the prefix `eq`. */
const OPERATOR_BEFORE_TEXT = new RegExp(`(?:${OPERATOR_WORDS.join('|')})(?=')`, 'iy');
const QUOTED = /([A-Za-z]*)'([^']*(?:''[^']*)*)'/y;
const UNCLOSED = /[A-Za-z]*'/y;
const NUMBER = /\d[\p{L}\p{N}_.]*(?:(?<=[eE])[+-]\d+[LlMmFfDd]?)?/uy;
const WORD = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/uy;
const SIGN = /[(),\-/*:]/y;

/** Splits the text of an option into tokens. Rejects invalid characters and invalid literals. */
export const tokensOf = (option: string, text: string): Token[] => {
  const tokens: Token[] = [];
  let index = 0;
  /** The position in characters; `index` counts UTF-16 code units. */
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = index;
    return pattern.exec(text);
  };
  const advance = (text: string) => {
    index += text.length;
    at += countCharacters(text);
  };
  const reject = (reason: string): never => {
    throw queryNotValid(option, at, reason);
  };

  const readToken = (): Token => {
    const date = match(BARE_DATE);
    if (date) reject(hintForDate(date));
    const guid = match(BARE_GUID);
    if (guid) reject(hintForGuid(guid));
    const operator = match(OPERATOR_BEFORE_TEXT);
    if (operator) return { kind: 'word', at, text: operator[0] };
    const inQuotes = match(QUOTED);
    if (inQuotes) return readQuoted(inQuotes);
    if (match(UNCLOSED))
      reject('the text that starts here has no closing quote; double a quote inside a text');
    const number = match(NUMBER);
    if (number) return { kind: 'number', at, text: number[0] };
    const word = match(WORD);
    if (word) {
      const literal = Object.hasOwn(WORDS, word[0]) ? WORDS[word[0]] : undefined;
      return literal ? { kind: 'literal', at, text: word[0], literal } : { kind: 'word', at, text: word[0] };
    }
    const sign = match(SIGN);
    if (sign) return { kind: 'sign', at, text: sign[0] };
    return reject(hintForSign(text.slice(index)));
  };

  const readQuoted = ([source, prefix, body]: RegExpExecArray): Token => {
    const value = body!.replaceAll("''", "'");
    if (prefix === '') return { kind: 'literal', at, text: source, literal: { type: 'String', value } };
    const name = prefix!.toLowerCase();
    const form = Object.hasOwn(QUOTED_FORMS, name) ? QUOTED_FORMS[name] : undefined;
    if (!form) return reject(hintForPrefix(prefix!, value));
    const literal = form.parse(value);
    if (!literal) return reject(`${quoted(value)} is not a ${name}; write ${form.example}`);
    return { kind: 'literal', at, text: source, literal };
  };

  for (;;) {
    advance(match(WHITESPACE)![0]);
    if (index === text.length) return [...tokens, { kind: 'end', at, text: '' }];
    const token = readToken();
    tokens.push(token);
    advance(token.text);
  }
};
