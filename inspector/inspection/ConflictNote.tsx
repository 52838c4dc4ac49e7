import { IconArrowsSplit2 } from '@tabler/icons-react';
import type { Remark } from '#contract/inspection.ts';
import type { Answer } from '#workbook-engine/answer.ts';
import type { FormField } from '#workbook-engine/form.ts';
import type { Acts } from './acts.ts';
import classes from './Question.module.css';
import type { ConflictFacts } from './question-facts.ts';
import { useInspectionWords } from './words.ts';

type Props = { conflict: ConflictFacts; placed: FormField; acts: Acts; isReadOnly: boolean };

/** Two people, or two devices, answered without knowing of each other: whoever sees both decides. */
export const ConflictNote = ({ conflict: { isRemark, now, others }, placed, acts, isReadOnly }: Props) => {
  const t = useInspectionWords();
  const decide = (value: unknown) =>
    isRemark
      ? acts.remark(placed.field.name, { text: '', pictures: [], ...(value as Remark | null) })
      : acts.answer(placed.field.name, value as Answer);
  return (
    <div className={classes.note} data-tone="warn" role="group" aria-label={t('conflict')}>
      <p className={classes.title}>
        <IconArrowsSplit2 size={20} aria-hidden />
        {t('conflict')}
      </p>
      <p>
        {t('conflictNow')}: <strong>{now.shown}</strong>
      </p>
      {others.map(({ revision, shown, userName, device }) => (
        <p key={revision}>
          {t('conflictOther', { userName, device: device ?? t('unknownDevice') })}: <strong>{shown}</strong>
        </p>
      ))}
      {!isReadOnly && (
        <div className={classes.acts}>
          <button type="button" className={classes.act} onClick={() => decide(now.value)}>
            {t('keepThis', { answer: now.shown })}
          </button>
          {others.map(({ revision, value, shown }) => (
            <button key={revision} type="button" className={classes.act} onClick={() => decide(value)}>
              {t('takeOther', { answer: shown })}
            </button>
          ))}
          <p>{t('orAnew')}</p>
        </div>
      )}
    </div>
  );
};
