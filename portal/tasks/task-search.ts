/** What of the task list stands in its address. */
export type TaskSearch = { text?: string };

export const parseTaskSearch = (search: Record<string, unknown>): TaskSearch =>
  typeof search.text === 'string' ? { text: search.text } : {};
