/**
 * What a statement selects of a text that is kept beside the sentence that it is, in the column `…_sentence`. A text from
 * before sentences were kept is one as it stands.
 */
export const keptSentence = (text: string): string => `
  case when ${text} is not null then coalesce(
    ${text}_sentence, jsonb_build_object('strings', jsonb_build_array(${text}), 'values', jsonb_build_array())
  ) end`;
