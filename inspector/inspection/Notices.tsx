import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '#contract/inspection.ts';
import { LowStorage } from '#inspector/device/LowStorage.tsx';
import { reopenInspection } from '#inspector/store/complete-inspection.ts';
import { type LocalInspection, NO_ITEM } from '#inspector/store/local-data.ts';
import type { Store } from '#inspector/store/store.ts';
import { IconChevronRight } from '#kit/icons/icons.ts';
import classes from './InspectionScreen.module.css';
import sheets from './Sheets.module.css';

type Props = {
  store: Store;
  inspection: LocalInspection;
  /** Whether the server has received everything. */
  isSent: boolean;
  /** The reviewer's return of the latest completion. */
  currentReturn: Inspection['returns'][number] | undefined;
  hasSaveFailed: boolean;
  unsentPictureCount: number;
  nextSteps: ReactNode;
  onOpenReport: () => void;
  onSelectQuestion: (itemId: string, path: string) => void;
  formatLabel: (itemId: string, field: string) => string;
};

export const Notices = (props: Props) => {
  const { inspection, currentReturn, onSelectQuestion, formatLabel } = props;
  const { t } = useTranslation('inspection');
  const { completedAt, serverState } = inspection;
  return (
    <>
      <div role="alert">
        {props.hasSaveFailed && (
          <p className={classes.notice} data-tone="bad" style={{ margin: 0 }}>
            {t('saveFailed')}
          </p>
        )}
      </div>
      <LowStorage refreshKey={props.unsentPictureCount} />
      <div role="status">{completedAt !== null && <CompletedNotice {...props} />}</div>
      {completedAt === null && serverState?.state === 'Canceled' && (
        <section className={classes.notice} data-tone="warn">
          <h2>{t('taskChangedTitle')}</h2>
          <p>{t('taskChanged')}</p>
        </section>
      )}
      {completedAt === null && currentReturn && (
        <section className={classes.notice}>
          <h2>{t('returnedTitle', { userName: currentReturn.userName })}</h2>
          {currentReturn.comment && <p>{currentReturn.comment}</p>}
          {currentReturn.fields.length > 0 && (
            <p>{t('returnedFields', { count: currentReturn.fields.length })}</p>
          )}
          {currentReturn.fields.map(({ itemId, field }) => (
            <button
              key={`${itemId} ${field}`}
              type="button"
              className={sheets.line}
              onClick={() => onSelectQuestion(itemId ?? NO_ITEM, field)}
            >
              <span>{formatLabel(itemId ?? NO_ITEM, field)}</span>
              <IconChevronRight size={20} aria-hidden style={{ flex: 'none' }} />
            </button>
          ))}
        </section>
      )}
    </>
  );
};

const CompletedNotice = ({ store, inspection, isSent, nextSteps, onOpenReport }: Props) => {
  const { t } = useTranslation('inspection');
  const [isTooLate, setTooLate] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused button is gone, so the heading takes the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.notice} data-tone="good">
      <h2 ref={heading} tabIndex={-1}>
        {t('completedTitle')}
      </h2>
      <p>{t(isSent ? 'completedSent' : 'completedUnsent')}</p>
      {isTooLate && <p>{t('tooLate')}</p>}
      <div className={classes.nextSteps}>
        {nextSteps}
        <button type="button" className={classes.next} data-kind="quiet" onClick={onOpenReport}>
          {t('showReport')}
        </button>
        {!isSent && !isTooLate && (
          <button
            type="button"
            className={classes.next}
            data-kind="quiet"
            onClick={async () => setTooLate(!(await reopenInspection(store, inspection.id)))}
          >
            {t('reopen')}
          </button>
        )}
      </div>
    </section>
  );
};
