import type { SaidBeside } from '#report/said-parts.ts';

/** Remarks, comments and other answers, below what they are about. */
export const Notes = ({ notes }: Pick<SaidBeside, 'notes'>) =>
  notes.map(({ by, text }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and none keeps anything
    <p key={place} className="report-note report-text">
      {by}: {text}
    </p>
  ));
