import type { AnswerNotes } from '#report/item-content.ts';

/** Comments and conflicting answers, below their question. */
export const Notes = ({ notes }: Pick<AnswerNotes, 'notes'>) =>
  notes.map(({ by, text }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: notes may be equal, and have no state
    <p key={place} className="report-note report-text">
      {by}: {text}
    </p>
  ));
