export type UpsertOutcome = 'created' | 'updated' | 'unchanged';
