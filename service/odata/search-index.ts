import { type RawBuilder, sql } from 'kysely';
import { FUNCTIONS } from './functions.ts';
import type { TypedExpression } from './typed-expression.ts';

const MIN_TRIGRAM_CHARACTERS = 3;

/**
 * Returns a condition that holds whenever `expression` is true, and for which PostgreSQL can use a trigram index. For
 * functions such as `substringof`, there is no other index, and for texts that are equal, none for every field.
 */
export const findIndexCondition = (expression: TypedExpression): RawBuilder<unknown> | undefined => {
  const { text, part } = findContainedPart(expression) ?? {};
  const searchText = text && findSearchText(text);
  if (!searchText || part?.kind !== 'constant' || typeof part.value !== 'string') return undefined;
  // A capital sigma has two forms in lower case, depending on the letter that follows.
  if ([...part.value].length < MIN_TRIGRAM_CHARACTERS || part.value.includes('Σ')) return undefined;
  return sql`${searchText} like lower(${`%${part.value.replaceAll(/[\\%_]/g, '\\$&')}%`}::text)`;
};

const findContainedPart = (
  expression: TypedExpression,
): { text: TypedExpression; part: TypedExpression } | undefined => {
  if (expression.kind === 'call' && expression.overload.contains) {
    const { text, part } = expression.overload.contains;
    return { text: expression.args[text]!, part: expression.args[part]! };
  }
  if (expression.kind !== 'comparison' || expression.operator !== 'eq') return undefined;
  const { left, right } = expression;
  return left.kind === 'constant' ? { text: right, part: left } : { text: left, part: right };
};

/** The text of a field, or `tolower` of it. */
const findSearchText = (text: TypedExpression): RawBuilder<unknown> | undefined => {
  if (text.kind === 'field') return text.field.searchText;
  if (text.kind !== 'call' || text.overload !== FUNCTIONS.tolower![0]) return undefined;
  return findSearchText(text.args[0]!);
};
