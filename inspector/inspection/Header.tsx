import { IconAlertTriangle, IconArrowLeft, IconCheck, IconFileText } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useArrival } from '#inspector/frame/use-arrival.ts';
import type { KeptInspection } from '#inspector/store/kept.ts';
import classes from './InspectionScreen.module.css';
import { useIsKept } from './unkept.ts';
import { useInspectionWords } from './words.ts';

type Props = { inspection: KeptInspection; onLeave: () => void; onReport: () => void; children: ReactNode };

/** What is inspected, and whether all that is in sight lies on the device. */
export const Header = ({ inspection, onLeave, onReport, children }: Props) => {
  const t = useInspectionWords();
  const heading = useArrival();
  return (
    <header className={classes.head}>
      <div className={classes.headRow}>
        <button type="button" className={classes.icon} aria-label={t('leave')} onClick={onLeave}>
          <IconArrowLeft aria-hidden />
        </button>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {inspection.title}
          <small>{[inspection.externalId, inspection.workbookTitle].filter(Boolean).join(' · ')}</small>
        </h1>
        <button type="button" className={classes.icon} aria-label={t('report')} onClick={onReport}>
          <IconFileText aria-hidden />
        </button>
      </div>
      <KeptNote />
      {children}
    </header>
  );
};

const KeptNote = () => {
  const t = useInspectionWords();
  const isKept = useIsKept();
  const Sign = isKept ? IconCheck : IconAlertTriangle;
  return (
    <p className={classes.kept} data-kept={isKept}>
      <Sign size={16} aria-hidden />
      {t(isKept ? 'kept' : 'keeping')}
    </p>
  );
};
