export const extractCommentText = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'text' in value ? value.text : value;
