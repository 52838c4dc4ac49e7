export type Change = { name: string; change: 'added' | 'removed' };

/** Added (`given`) and removed (`taken`) names, as stored in the audit log; undefined if nothing changed. */
export type ChangeSummary = { given: string[]; taken: string[] } | undefined;

export const summarizeChanges = (changes: readonly Change[]): ChangeSummary => {
  const listNames = (kind: Change['change']) =>
    changes
      .filter(({ change }) => change === kind)
      .map(({ name }) => name)
      .toSorted();
  return changes.length === 0 ? undefined : { given: listNames('added'), taken: listNames('removed') };
};
