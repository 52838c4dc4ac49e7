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
  unsentPictures: number;
  conflicts: number;
  onClose: () => void;
  onComplete: () => void;
};

export const CompletionSummary = ({
  isOpen,
  sets,
  unsentPictures,
  conflicts,
  onClose,
  onComplete,
}: Props) => {
  const { t } = useTranslation('inspection');
  const { failures, followUps, signatures, signed } = countFindings(sets);
  const signedText = signatures === 1 ? t('unsigned') : t('signedCount', { signed, total: signatures });
  return (
    <BottomDrawer isOpen={isOpen} onClose={onClose} title={t('completeTitle')} closeLabel={t('close')}>
      <p style={{ margin: 0 }}>{t('completeLead')}</p>
      <ul className={sheets.sums}>
        {conflicts > 0 && <li data-tone="warn">{t('conflictsOpen', { count: conflicts })}</li>}
        <li data-tone={failures > 0 ? 'bad' : undefined}>
          {failures > 0 ? t('failedAnswers', { count: failures }) : t('noFailures')}
        </li>
        {followUps > 0 && <li>{t('followUps', { count: followUps })}</li>}
        <li>{unsentPictures > 0 ? t('unsentPictures', { count: unsentPictures }) : t('noUnsentPictures')}</li>
        {signatures > 0 && <li>{signed === signatures ? t('signed') : signedText}</li>}
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
  let failures = 0;
  let followUps = 0;
  /** The number of items whose form has a signature field, and how many of them are signed. */
  let signatures = 0;
  let signed = 0;
  for (const { evaluated } of sets) {
    if (!evaluated) continue;
    const { form } = evaluated.filledForm;
    failures += evaluated.failures.size;
    const { allFields } = form.index;
    const findField = (path: string) =>
      allFields.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase())?.field;
    for (const path of evaluated.failures) if (findField(path)?.followUp) followUps++;
    if (![...allFields.values()].some(({ field }) => field.type === 'signature')) continue;
    const isSigned = listAnswerUploads(evaluated.filledForm).some(
      ({ field }) => findField(field)?.type === 'signature',
    );
    signatures++;
    if (isSigned) signed++;
  }
  return { failures, followUps, signatures, signed };
};
