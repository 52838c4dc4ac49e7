/** Turns a text stored before the column `…_sentence` existed into a message without values. */
export const selectMessage = (column: string): string => `
  case when ${column} is not null then coalesce(
    ${column}_sentence, jsonb_build_object('strings', jsonb_build_array(${column}), 'values', jsonb_build_array())
  ) end`;
