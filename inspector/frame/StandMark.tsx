import type { Stand } from '#inspector/store/stand-of-inspection.ts';
import { Mark } from '#kit/Mark.tsx';
import { useFrameWords } from './words.ts';

/** Where an inspection is, in few words. */
export const StandMark = ({ stand }: { stand: Stand }) => {
  const t = useFrameWords();
  switch (stand.kind) {
    case 'on the server':
      return <Mark tone="good">{t('onServer')}</Mark>;
    case 'on this device':
      return <Mark tone="warn">{t('onDevice')}</Mark>;
    case 'sending':
      return (
        <Mark tone="calm">
          {stand.answers > 0 || stand.pictures.of === 0
            ? t('sendingAnswers')
            : t('sendingPictures', stand.pictures)}
        </Mark>
      );
    case 'needs you':
      return <Mark tone="bad">{t('needsLook')}</Mark>;
  }
};
