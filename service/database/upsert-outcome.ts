/** The outcome of an upsert. Repeating the same declaration leaves the row unchanged. */
export type UpsertOutcome = 'created' | 'updated' | 'unchanged';
