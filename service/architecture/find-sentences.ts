import { EXPRESSION_PLACEHOLDER, readTokens } from './source-tokens.ts';

/**
 * Finds the message templates in source code, which are tagged with `sentence`. Returns them in the format of the
 * catalogues, such as `There is no field {{0}}.`, without those that consist only of punctuation.
 */
export const findSentences = (source: string): string[] =>
  readTokens(source).flatMap(({ kind, value }, index, tokens) => {
    const previousToken = tokens[index - 1];
    const isSentence =
      kind === 'text' && previousToken?.kind === 'word' && previousToken.value === 'sentence';
    return isSentence && hasText(value) ? [formatTemplate(value)] : [];
  });

const hasText = (text: string) => /[\p{L}\p{Pi}\p{Pf}"']/u.test(text.replaceAll(EXPRESSION_PLACEHOLDER, ''));

const formatTemplate = (text: string): string =>
  text
    .split(EXPRESSION_PLACEHOLDER)
    .map((part) => part.replaceAll(/\\(.)/gs, '$1'))
    .reduce((pattern, part, index) => `${pattern}{{${index - 1}}}${part}`);
