export type Change = { name: string; change: 'added' | 'removed' };

/**
 * The names of roles or memberships that were added (`given`) or removed (`taken`), as stored in the audit
 * log. Undefined if nothing changed.
 */
export type ChangeSummary = { given: string[]; taken: string[] } | undefined;

export const summarizeChanges = (changes: readonly Change[]): ChangeSummary => {
  const listNames = (kind: Change['change']) =>
    changes.filter(({ change }) => change === kind).map(({ name }) => name);
  return changes.length === 0 ? undefined : { given: listNames('added'), taken: listNames('removed') };
};
