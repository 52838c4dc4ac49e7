import { IconMessagePlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { limits } from '#contract/limits.ts';
import type { Field } from '#contract/workbook-definition.ts';
import type { Acts } from './acts.ts';
import inputs from './inputs.module.css';
import { PicturesAnswer } from './PicturesAnswer.tsx';
import classes from './Question.module.css';
import type { QuestionFacts } from './question-facts.ts';
import { useKeptText } from './use-kept-text.ts';
import { useInspectionWords } from './words.ts';

type Props = { field: Field; facts: QuestionFacts; acts: Acts; isReadOnly: boolean };

/** What is said beside the answer: a small button until there is something. */
export const RemarkEditor = (props: Props) => {
  const { facts, isReadOnly } = props;
  const t = useInspectionWords();
  const [isOpen, setOpen] = useState(false);
  if (isOpen || facts.remark) return <OpenRemark {...props} isFresh={isOpen && !facts.remark} />;
  if (isReadOnly) return null;
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={t('commentOn', { label: facts.label })}
      onClick={() => setOpen(true)}
    >
      <IconMessagePlus size={20} aria-hidden />
      {t('comment')}
    </button>
  );
};

const OpenRemark = ({ field, facts, acts, isReadOnly, isFresh }: Props & { isFresh: boolean }) => {
  const t = useInspectionWords();
  const id = useId();
  const { text = '', pictures = [] } = facts.remark ?? {};
  const { field: typed } = useKeptText(text, async (said) => {
    await acts.remark(field.name, { text: said });
    return true;
  });
  return (
    <div className={classes.remark}>
      <label className={classes.label} htmlFor={id}>
        {t('commentOn', { label: facts.label })}
      </label>
      <textarea
        {...typed}
        id={id}
        className={inputs.text}
        rows={2}
        maxLength={limits.remark}
        disabled={isReadOnly}
        // biome-ignore lint/a11y/noAutofocus: it was opened to be written
        autoFocus={isFresh}
      />
      <fieldset
        className={classes.group}
        style={{ marginTop: 8 }}
        aria-label={t('commentPictures', { label: facts.label })}
      >
        <PicturesAnswer
          ids={pictures}
          naming={{ field: field.name, of: 'remark' }}
          label={facts.label}
          most={limits.remarkPictures}
          {...{ isReadOnly, acts }}
        />
      </fieldset>
    </div>
  );
};
