import type { FieldNames } from './export-names.ts';
import { attributeHeading } from './export-names.ts';
import { isBareName, readTokens } from './expression-tokens.ts';

const REFERENCE = /\$\{([^{}]*)\}/g;

/** Rewrites the references in a text to the names in the form. */
export const writeText = (text: string, names: FieldNames): string =>
  text.replaceAll(REFERENCE, (_, name: string) => `\${${names.nameOf(name)}}`);

const asBoolean = (text: string) => `boolean-from-string(${text})`;

/**
 * An expression of Ronda as other programs for XLSForm understand it. They have no booleans: an answer to one of ours is
 * a text there, which must be made one. In a choice filter, the value of a choice is its name.
 */
export const writeExpression = (
  expression: string,
  names: FieldNames,
  { ownsBoolean = false, isFilter = false } = {},
): string => {
  const tokens = readTokens(expression);
  return tokens
    .map(({ kind, text }, position) => {
      if (kind === 'text') return writeText(text, names);
      if (kind === 'here' && ownsBoolean) return asBoolean(text);
      if (kind === 'reference') {
        const written = writeText(text, names);
        return names.isBoolean(text.slice(2, -1)) ? asBoolean(written) : written;
      }
      if (!isFilter || !isBareName(tokens, position)) return text;
      return text === 'value' ? 'name' : attributeHeading(text);
    })
    .join('');
};
