import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '#contract/inspection.ts';
import { LowStorage } from '#inspector/device/LowStorage.tsx';
import { resumeInspection } from '#inspector/store/finish-inspection.ts';
import type { LocalInspection } from '#inspector/store/local-data.ts';
import type { Store } from '#inspector/store/store.ts';
import { IconChevronRight } from '#kit/icons/icons.ts';
import classes from './InspectionScreen.module.css';
import sheets from './Sheets.module.css';

type Props = {
  store: Store;
  inspection: LocalInspection;
  /** The server has everything. */
  isSent: boolean;
  returned: Inspection['returns'][number] | undefined;
  hasSaveFailed: boolean;
  /** Number of unsent pictures. */
  waiting: number;
  onReport: () => void;
  onQuestion: (itemId: string, path: string) => void;
  labelOf: (itemId: string, field: string) => string;
};

/** Messages about the inspection as a whole. */
export const Notices = (props: Props) => {
  const { store, inspection, isSent, returned, hasSaveFailed, waiting, onReport, onQuestion, labelOf } =
    props;
  const { t } = useTranslation('inspection');
  const { finishedAt, serverState } = inspection;
  return (
    <>
      <div role="alert">
        {hasSaveFailed && (
          <p className={classes.notice} data-tone="bad" style={{ margin: 0 }}>
            {t('saveFailed')}
          </p>
        )}
      </div>
      <LowStorage after={waiting} />
      <div role="status">
        {finishedAt !== null && <Finished {...{ store, isSent, onReport }} inspectionId={inspection.id} />}
      </div>
      {finishedAt === null && serverState?.state === 'Canceled' && (
        <section className={classes.notice} data-tone="warn">
          <h2>{t('taskChangedTitle')}</h2>
          <p>{t('taskChanged')}</p>
        </section>
      )}
      {finishedAt === null && returned && (
        <section className={classes.notice}>
          <h2>{t('returnedTitle', { userName: returned.userName })}</h2>
          {returned.comment && <p>{returned.comment}</p>}
          {returned.fields.length > 0 && <p>{t('returnedFields', { count: returned.fields.length })}</p>}
          {returned.fields.map(({ itemId, field }) => (
            <button
              key={`${itemId} ${field}`}
              type="button"
              className={sheets.line}
              onClick={() => onQuestion(itemId ?? '', field)}
            >
              {labelOf(itemId ?? '', field)}
              <IconChevronRight size={20} aria-hidden style={{ flex: 'none' }} />
            </button>
          ))}
        </section>
      )}
    </>
  );
};

const Finished = ({
  store,
  inspectionId,
  isSent,
  onReport,
}: {
  store: Store;
  inspectionId: string;
  isSent: boolean;
  onReport: () => void;
}) => {
  const { t } = useTranslation('inspection');
  const [isTooLate, setTooLate] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.notice} data-tone="good">
      <h2 ref={heading} tabIndex={-1}>
        {t('finishedTitle')}
      </h2>
      <p>{t(isSent ? 'finishedSent' : 'finishedUnsent')}</p>
      {isTooLate && <p>{t('tooLate')}</p>}
      <button
        type="button"
        className={classes.next}
        data-kind="quiet"
        style={{ marginTop: 8, marginRight: 8 }}
        onClick={onReport}
      >
        {t('showReport')}
      </button>
      {!isSent && !isTooLate && (
        <button
          type="button"
          className={classes.next}
          data-kind="quiet"
          style={{ marginTop: 8 }}
          onClick={async () => setTooLate(!(await resumeInspection(store, inspectionId)))}
        >
          {t('continue')}
        </button>
      )}
    </section>
  );
};
