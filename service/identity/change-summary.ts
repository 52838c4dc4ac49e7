/** One role or group membership that was given to a user or taken away. */
export type Change = { name: string; what: 'given' | 'taken' };

/** The names that were given to a user and taken away; undefined when nothing changed. */
export type ChangeSummary = { given: string[]; taken: string[] } | undefined;

export const summarizeChanges = (changes: readonly Change[]): ChangeSummary => {
  const named = (which: Change['what']) =>
    changes.filter(({ what }) => what === which).map(({ name }) => name);
  return changes.length === 0 ? undefined : { given: named('given'), taken: named('taken') };
};
