import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconCheck } from '#kit/icons/icons.ts';
import { answerUploads } from '#workbook-engine/answer-uploads.ts';
import type { EvaluatedSet } from './evaluate-sets.ts';
import classes from './InspectionScreen.module.css';
import sheets from './Sheets.module.css';

type Props = {
  isOpen: boolean;
  sets: readonly EvaluatedSet[];
  /** Number of pictures that have not been sent. */
  waiting: number;
  conflicts: number;
  onClose: () => void;
  onFinish: () => void;
};

/** A summary of the inspection before it is completed. */
export const FinishSummary = ({ isOpen, sets, waiting, conflicts, onClose, onFinish }: Props) => {
  const { t } = useTranslation('inspection');
  const { failures, followUps, signatures, signed } = countFindings(sets);
  const signedText = signatures === 1 ? t('unsigned') : t('signedCount', { signed, total: signatures });
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="bottom"
      size="auto"
      classNames={{ content: sheets.low }}
      title={t('finishTitle')}
      closeButtonProps={{ 'aria-label': t('close'), size: 44 }}
      transitionProps={{ duration: 0 }}
    >
      <p style={{ margin: 0 }}>{t('finishLead')}</p>
      <ul className={sheets.sums}>
        {conflicts > 0 && <li data-tone="warn">{t('conflictsOpen', { count: conflicts })}</li>}
        <li data-tone={failures > 0 ? 'bad' : undefined}>
          {failures > 0 ? t('failedAnswers', { count: failures }) : t('noFailures')}
        </li>
        {followUps > 0 && <li>{t('followUps', { count: followUps })}</li>}
        <li>{waiting > 0 ? t('unsentPictures', { count: waiting }) : t('noUnsentPictures')}</li>
        {signatures > 0 && <li>{signed === signatures ? t('signed') : signedText}</li>}
      </ul>
      <div className={sheets.two}>
        <button type="button" className={classes.next} data-kind="quiet" onClick={onClose}>
          {t('cancel')}
        </button>
        <button type="button" className={classes.next} data-autofocus onClick={onFinish}>
          <IconCheck aria-hidden />
          {t('complete')}
        </button>
      </div>
    </Drawer>
  );
};

const countFindings = (sets: readonly EvaluatedSet[]) => {
  let failures = 0;
  let followUps = 0;
  /** The number of items whose form has a signature field, and of those that are signed. */
  let signatures = 0;
  let signed = 0;
  for (const { evaluated } of sets) {
    if (!evaluated) continue;
    const { form } = evaluated.filled;
    failures += evaluated.failures.size;
    const everywhere = form.index.everywhere;
    const fieldAt = (path: string) =>
      everywhere.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase())?.field;
    for (const path of evaluated.failures) if (fieldAt(path)?.followUp) followUps++;
    if (![...everywhere.values()].some(({ field }) => field.type === 'signature')) continue;
    const isSigned = answerUploads(evaluated.filled).some(
      ({ field }) => fieldAt(field)?.type === 'signature',
    );
    signatures++;
    if (isSigned) signed++;
  }
  return { failures, followUps, signatures, signed };
};
