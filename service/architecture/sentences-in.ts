import { GAP, readTokens } from './source-tokens.ts';

/**
 * The patterns of the sentences in a source text, such as `There is no field {{0}}.`; those without words or quotation marks are left out.
 */
export const sentencesIn = (source: string): string[] =>
  readTokens(source).flatMap(({ kind, value }, place, tokens) => {
    const before = tokens[place - 1];
    const isSentence = kind === 'text' && before?.kind === 'word' && before.value === 'sentence';
    return isSentence && hasWordsOrQuotes(value) ? [patternOf(value)] : [];
  });

const hasWordsOrQuotes = (text: string) => /[\p{L}\p{Pi}\p{Pf}"']/u.test(text.replaceAll(GAP, ''));

const patternOf = (text: string): string =>
  text
    .split(GAP)
    .map((part) => part.replaceAll(/\\(.)/gs, '$1'))
    .reduce((pattern, part, place) => `${pattern}{{${place - 1}}}${part}`);
