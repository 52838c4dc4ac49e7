/**
 * Returns SQL that selects the sentence of a text column, which is stored in the column `…_sentence`. A text
 * that was stored before the column `…_sentence` existed becomes a sentence without values.
 */
export const selectSentence = (column: string): string => `
  case when ${column} is not null then coalesce(
    ${column}_sentence, jsonb_build_object('strings', jsonb_build_array(${column}), 'values', jsonb_build_array())
  ) end`;
