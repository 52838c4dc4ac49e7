/** Adds a choice to the selected ones or removes it. Returns null if none are left. */
export const toggleChoice = (selected: readonly string[], choice: string): string[] | null => {
  const remaining = selected.filter((value) => value !== choice);
  if (remaining.length === selected.length) return [...selected, choice];
  return remaining.length > 0 ? remaining : null;
};
