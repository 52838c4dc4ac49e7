/** What a scenario found: everything that must not have happened, and what was counted and measured. */
export type Outcome = {
  violations: string[];
  figures: Readonly<Record<string, number | string>>;
};

/** Tells how far a scenario is. */
export type Tell = (text: string) => void;

/** The value below which `part` of the measurements lie. */
export const percentile = (measurements: readonly number[], part: number): number => {
  const sorted = [...measurements].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
};
