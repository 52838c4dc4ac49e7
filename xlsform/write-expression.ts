import { type FieldNames, formatAttributeHeading } from './export-names.ts';
import { isBareName, tokenize } from './expression-tokens.ts';

const REFERENCE_PATTERN = /\$\{([^{}]*)\}/g;

/** Replaces field names in references with the names in the form. */
export const writeText = (text: string, names: FieldNames): string =>
  text.replaceAll(REFERENCE_PATTERN, (_, name: string) => `\${${names.nameOf(name)}}`);

const addBooleanConversion = (text: string) => `boolean-from-string(${text})`;

/** XLSForm has no boolean fields, so references to them become calls to a function that converts text to a boolean. */
export const writeExpression = (
  expression: string,
  names: FieldNames,
  { isBooleanField = false, isFilter = false } = {},
): string => {
  const tokens = tokenize(expression);
  return tokens
    .map(({ kind, text }, position) => {
      if (kind === 'text') return writeText(text, names);
      if (kind === 'self' && isBooleanField) return addBooleanConversion(text);
      if (kind === 'reference') {
        const reference = writeText(text, names);
        return names.isBoolean(text.slice(2, -1)) ? addBooleanConversion(reference) : reference;
      }
      if (!isFilter || !isBareName(tokens, position)) return text;
      return text === 'value' ? 'name' : formatAttributeHeading(text);
    })
    .join('');
};
