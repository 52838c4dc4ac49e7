import type { AnswerNotes } from '#report/item-content.ts';

/** Comments and conflicting answers, shown below their question. */
export const Notes = ({ notes }: Pick<AnswerNotes, 'notes'>) =>
  notes.map(({ by, text }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: notes may be the same, and have no state
    <p key={index} className="report-note report-text">
      {by}: {text}
    </p>
  ));
