/**
 * SQL that selects a sentence from the column `…_sentence`. Texts from before that column existed become a sentence without
 * values.
 */
export const storedSentence = (text: string): string => `
  case when ${text} is not null then coalesce(
    ${text}_sentence, jsonb_build_object('strings', jsonb_build_array(${text}), 'values', jsonb_build_array())
  ) end`;
