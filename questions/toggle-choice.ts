/** Adds a choice to the selected ones, or removes it; null if none is left. */
export const toggleChoice = (selected: readonly string[], choice: string): string[] | null => {
  const others = selected.filter((each) => each !== choice);
  if (others.length === selected.length) return [...selected, choice];
  return others.length > 0 ? others : null;
};
