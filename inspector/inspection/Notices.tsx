import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Inspection } from '#contract/inspection.ts';
import { LittleRoom } from '#inspector/frame/LittleRoom.tsx';
import { resumeInspection } from '#inspector/store/finish-inspection.ts';
import type { KeptInspection } from '#inspector/store/kept.ts';
import type { Store } from '#inspector/store/store.ts';
import classes from './InspectionScreen.module.css';
import sheets from './Sheets.module.css';
import { useInspectionWords } from './words.ts';

type Props = {
  store: Store;
  inspection: KeptInspection;
  /** The server has heard all of it. */
  isSent: boolean;
  returned: Inspection['returns'][number] | undefined;
  hasNotKept: boolean;
  /** Pictures that wait to be sent. */
  waiting: number;
  onReport: () => void;
  onQuestion: (itemId: string, path: string) => void;
  labelOf: (itemId: string, field: string) => string;
};

/** What there is to know about the inspection as a whole. */
export const Notices = (props: Props) => {
  const { store, inspection, isSent, returned, hasNotKept, waiting, onReport, onQuestion, labelOf } = props;
  const t = useInspectionWords();
  const { finishedAt, reading } = inspection;
  return (
    <>
      <div role="alert">
        {hasNotKept && (
          <p className={classes.notice} data-tone="bad" style={{ margin: 0 }}>
            {t('notKept')}
          </p>
        )}
      </div>
      <LittleRoom after={waiting} />
      <div role="status">
        {finishedAt !== null && <Finished {...{ store, isSent, onReport }} inspectionId={inspection.id} />}
      </div>
      {finishedAt === null && reading?.state === 'Canceled' && (
        <section className={classes.notice} data-tone="warn">
          <h2>{t('lateTitle')}</h2>
          <p>{t('late')}</p>
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
  const t = useInspectionWords();
  const [isTooLate, setTooLate] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that completed it is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.notice} data-tone="good">
      <h2 ref={heading} tabIndex={-1}>
        {t('finishedTitle')}
      </h2>
      <p>{t(isSent ? 'finishedSent' : 'finishedWaiting')}</p>
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
          {t('goOn')}
        </button>
      )}
    </section>
  );
};
