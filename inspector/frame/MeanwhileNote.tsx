import type { Meanwhile } from '#inspector/store/meanwhile-of.ts';
import classes from './MeanwhileNote.module.css';
import { useFrameWords } from './words.ts';

const ANSWERS = { 'on this device': 'answersHere', late: 'answersLate', 'in time': 'answersInTime' } as const;

/** What became of a task while its inspector was away, and where their answers are: nothing went wrong. */
export const MeanwhileNote = ({ meanwhile: { kind, who, answers } }: { meanwhile: Meanwhile }) => {
  const t = useFrameWords();
  const title = () => {
    switch (kind) {
      case 'cancelled':
        return t('cancelledMeanwhile');
      case 'given away':
        return who === null ? t('goneMeanwhile') : t('givenMeanwhile', { who });
      case 'begun anew':
        return t('anewMeanwhile');
      case 'ended elsewhere':
        return t('endedMeanwhile');
    }
  };
  return (
    <p className={classes.note}>
      <strong>{title()}</strong>
      {t(ANSWERS[answers])}
    </p>
  );
};
