/** One thing that was given to a user or taken. */
export type Change = { name: string; what: 'given' | 'taken' };

/** What was given to a user and taken, by name; undefined when nothing was. */
export type Adjusted = { given: string[]; taken: string[] } | undefined;

export const adjusted = (changes: readonly Change[]): Adjusted => {
  const named = (which: Change['what']) =>
    changes.filter(({ what }) => what === which).map(({ name }) => name);
  return changes.length === 0 ? undefined : { given: named('given'), taken: named('taken') };
};
