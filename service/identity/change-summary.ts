export type Change = { name: string; change: 'given' | 'taken' };

/** The names of roles or memberships that were added or removed; undefined if nothing changed. */
export type ChangeSummary = { given: string[]; taken: string[] } | undefined;

export const summarizeChanges = (changes: readonly Change[]): ChangeSummary => {
  const listNames = (kind: Change['change']) =>
    changes.filter(({ change }) => change === kind).map(({ name }) => name);
  return changes.length === 0 ? undefined : { given: listNames('given'), taken: listNames('taken') };
};
