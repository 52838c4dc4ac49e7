/** The outcome of an upsert. */
export type UpsertOutcome = 'created' | 'updated' | 'unchanged';
