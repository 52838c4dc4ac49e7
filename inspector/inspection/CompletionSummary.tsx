import { useTranslation } from 'react-i18next';
import { BottomDrawer } from '#kit/BottomDrawer.tsx';
import { IconCheck } from '#kit/icons/icons.ts';
import { listAnswerUploads } from '#workbook-engine/answer-uploads.ts';
import type { EvaluatedSet } from './evaluate-sets.ts';
import classes from './InspectionScreen.module.css';
import sheets from './Sheets.module.css';

type Props = {
  isOpen: boolean;
  sets: readonly EvaluatedSet[];
  unsentPictureCount: number;
  conflictCount: number;
  onClose: () => void;
  onComplete: () => void;
};

export const CompletionSummary = ({
  isOpen,
  sets,
  unsentPictureCount,
  conflictCount,
  onClose,
  onComplete,
}: Props) => {
  const { t } = useTranslation('inspection');
  const { failureCount, followUpCount, signatureCount, signedCount } = countFindings(sets);
  const signedText =
    signatureCount === 1 ? t('unsigned') : t('signedCount', { signed: signedCount, total: signatureCount });
  return (
    <BottomDrawer isOpen={isOpen} onClose={onClose} title={t('completeTitle')} closeLabel={t('close')}>
      <p style={{ margin: 0 }}>{t('completeLead')}</p>
      <ul className={sheets.sums}>
        {conflictCount > 0 && <li data-tone="warn">{t('conflictsOpen', { count: conflictCount })}</li>}
        <li data-tone={failureCount > 0 ? 'bad' : undefined}>
          {failureCount > 0 ? t('failedAnswers', { count: failureCount }) : t('noFailures')}
        </li>
        {followUpCount > 0 && <li>{t('followUps', { count: followUpCount })}</li>}
        <li>
          {unsentPictureCount > 0
            ? t('unsentPictures', { count: unsentPictureCount })
            : t('noUnsentPictures')}
        </li>
        {signatureCount > 0 && <li>{signedCount === signatureCount ? t('signed') : signedText}</li>}
      </ul>
      <div className={sheets.two}>
        <button type="button" className={classes.next} data-kind="quiet" onClick={onClose}>
          {t('cancel')}
        </button>
        <button type="button" className={classes.next} data-autofocus onClick={onComplete}>
          <IconCheck aria-hidden />
          {t('complete')}
        </button>
      </div>
    </BottomDrawer>
  );
};

const countFindings = (sets: readonly EvaluatedSet[]) => {
  let failureCount = 0;
  let followUpCount = 0;
  /** Items with a signature field. */
  let signatureCount = 0;
  let signedCount = 0;
  for (const { evaluatedForm } of sets) {
    if (!evaluatedForm) continue;
    const { form } = evaluatedForm.filledForm;
    failureCount += evaluatedForm.failures.size;
    const { allFields } = form.index;
    const findField = (path: string) =>
      allFields.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase())?.field;
    for (const path of evaluatedForm.failures) if (findField(path)?.followUp) followUpCount++;
    if (![...allFields.values()].some(({ field }) => field.type === 'signature')) continue;
    const isSigned = listAnswerUploads(evaluatedForm.filledForm).some(
      ({ field }) => findField(field)?.type === 'signature',
    );
    signatureCount++;
    if (isSigned) signedCount++;
  }
  return { failureCount, followUpCount, signatureCount, signedCount };
};
