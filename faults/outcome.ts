export type Outcome = {
  violations: string[];
  figures: Readonly<Record<string, number | string>>;
};

export type OnProgress = (text: string) => void;

/** Returns the rounded value that the given fraction of the measurements does not exceed. */
export const computePercentile = (measurements: readonly number[], fraction: number): number => {
  const sorted = [...measurements].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0);
};
