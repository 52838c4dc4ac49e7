import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHeadingFocus } from '#inspector/page/use-heading-focus.ts';
import type { LocalInspection } from '#inspector/store/local-data.ts';
import { IconAlertTriangle, IconArrowLeft, IconCheck } from '#kit/icons/icons.ts';
import { useIsSaved } from '#questions/unsaved.ts';
import classes from './InspectionScreen.module.css';

type Props = {
  inspection: LocalInspection;
  /** The number of invalid answers, which are not saved. */
  unsavedCount: number;
  account: ReactNode;
  onLeave: () => void;
  children: ReactNode;
};

export const Header = ({ inspection, unsavedCount, account, onLeave, children }: Props) => {
  const { t } = useTranslation('inspection');
  const heading = useHeadingFocus();
  return (
    <header className={classes.head}>
      <div className={classes.headRow}>
        <button type="button" className={classes.icon} aria-label={t('backToTasks')} onClick={onLeave}>
          <IconArrowLeft aria-hidden />
        </button>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {inspection.title}
          <small>{[inspection.externalId, inspection.workbookTitle].filter(Boolean).join(' · ')}</small>
        </h1>
        {account}
      </div>
      <SavedNote unsavedCount={unsavedCount} />
      {children}
    </header>
  );
};

const SavedNote = ({ unsavedCount }: { unsavedCount: number }) => {
  const { t } = useTranslation('inspection');
  const isOnDisk = useIsSaved();
  const isSaved = isOnDisk && unsavedCount === 0;
  const StatusIcon = isSaved ? IconCheck : IconAlertTriangle;
  return (
    <p className={classes.saved} data-saved={isSaved}>
      <StatusIcon size={16} aria-hidden />
      {unsavedCount > 0 ? t('invalidNotSaved', { count: unsavedCount }) : t(isSaved ? 'saved' : 'saving')}
    </p>
  );
};
