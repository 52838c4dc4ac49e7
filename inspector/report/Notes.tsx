import type { AnswerNotes } from '#report/item-content.ts';

export const Notes = ({ notes }: Pick<AnswerNotes, 'notes'>) =>
  notes.map(({ title, text }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: notes may repeat, and have no state
    <p key={index} className="report-note report-text">
      {title}: {text}
    </p>
  ));
