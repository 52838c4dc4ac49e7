/** What a remark says in words, wherever it comes from. */
export const remarkText = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'text' in value ? value.text : value;
