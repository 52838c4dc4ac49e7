/**
 * Returns SQL that selects a sentence from the column `…_sentence`. Strings stored before that column existed
 * become sentences without values.
 */
export const selectSentence = (text: string): string => `
  case when ${text} is not null then coalesce(
    ${text}_sentence, jsonb_build_object('strings', jsonb_build_array(${text}), 'values', jsonb_build_array())
  ) end`;
