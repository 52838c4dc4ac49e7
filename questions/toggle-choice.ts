/** Returns null if no choice is left. */
export const toggleChoice = (selectedChoices: readonly string[], choice: string): string[] | null => {
  const remainingChoices = selectedChoices.filter((value) => value !== choice);
  if (remainingChoices.length === selectedChoices.length) return [...selectedChoices, choice];
  return remainingChoices.length > 0 ? remainingChoices : null;
};
