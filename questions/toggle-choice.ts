/** Adds a choice to the selected ones or removes it. Returns null if none are left. */
export const toggleChoice = (selected: readonly string[], choice: string): string[] | null => {
  const rest = selected.filter((value) => value !== choice);
  if (rest.length === selected.length) return [...selected, choice];
  return rest.length > 0 ? rest : null;
};
