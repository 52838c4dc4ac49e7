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
  returned: Inspection['returns'][number] | undefined;
  hasSaveFailed: boolean;
  unsentPictures: number;
  nextSteps: ReactNode;
  onReport: () => void;
  onQuestion: (itemId: string, path: string) => void;
  formatLabel: (itemId: string, field: string) => string;
};

export const Notices = (props: Props) => {
  const { inspection, returned, onQuestion, formatLabel } = props;
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
      <LowStorage refreshKey={props.unsentPictures} />
      <div role="status">{completedAt !== null && <CompletedNotice {...props} />}</div>
      {completedAt === null && serverState?.state === 'Canceled' && (
        <section className={classes.notice} data-tone="warn">
          <h2>{t('taskChangedTitle')}</h2>
          <p>{t('taskChanged')}</p>
        </section>
      )}
      {completedAt === null && returned && (
        <section className={classes.notice}>
          <h2>{t('returnedTitle', { userName: returned.userName })}</h2>
          {returned.comment && <p>{returned.comment}</p>}
          {returned.fields.length > 0 && <p>{t('returnedFields', { count: returned.fields.length })}</p>}
          {returned.fields.map(({ itemId, field }) => (
            <button
              key={`${itemId} ${field}`}
              type="button"
              className={sheets.line}
              onClick={() => onQuestion(itemId ?? NO_ITEM, field)}
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

const CompletedNotice = ({ store, inspection, isSent, nextSteps, onReport }: Props) => {
  const { t } = useTranslation('inspection');
  const [isTooLate, setTooLate] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus here because the button that had it is gone.
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
        <button type="button" className={classes.next} data-kind="quiet" onClick={onReport}>
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
