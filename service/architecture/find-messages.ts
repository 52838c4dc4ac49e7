import { EXPRESSION_PLACEHOLDER, readTokens } from './source-tokens.ts';

/** Returns the templates tagged with `msg` in catalogue format, such as `There is no field {{0}}.` */
export const findMessages = (source: string): string[] =>
  readTokens(source).flatMap(({ kind, value }, index, tokens) => {
    const previousToken = tokens[index - 1];
    const isMessage = kind === 'text' && previousToken?.kind === 'word' && previousToken.value === 'msg';
    return isMessage && hasText(value) ? [formatTemplate(value)] : [];
  });

const hasText = (text: string) => /[\p{L}\p{Pi}\p{Pf}"']/u.test(text.replaceAll(EXPRESSION_PLACEHOLDER, ''));

const formatTemplate = (text: string): string =>
  text
    .split(EXPRESSION_PLACEHOLDER)
    .map((part) => part.replaceAll(/\\(.)/gs, '$1'))
    .reduce((pattern, part, index) => `${pattern}{{${index - 1}}}${part}`);
