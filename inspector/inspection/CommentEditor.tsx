import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { IconMessagePlus } from '#kit/icons/icons.ts';
import inputs from '#questions/inputs.module.css';
import classes from '#questions/Question.module.css';
import type { CommentEditorProps } from '#questions/question-components.ts';
import { useAutosavedText } from '#questions/use-autosaved-text.ts';
import { useInspectionActions } from './actions.ts';
import { PicturesAnswer } from './PicturesAnswer.tsx';

export const CommentEditor = (props: CommentEditorProps) => {
  const { data, isReadOnly } = props;
  const { t } = useTranslation('inspection');
  const [isOpen, setOpen] = useState(false);
  if (isOpen || data.comment) return <CommentFields {...props} isNew={isOpen && !data.comment} />;
  if (isReadOnly) return null;
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={t('commentOn', { label: data.label })}
      onClick={() => setOpen(true)}
    >
      <IconMessagePlus size={20} aria-hidden />
      {t('comment')}
    </button>
  );
};

const CommentFields = ({ data, isReadOnly, isNew }: CommentEditorProps & { isNew: boolean }) => {
  const { t } = useTranslation('inspection');
  const actions = useInspectionActions();
  const id = useId();
  const { text = '', pictures = [] } = data.comment ?? {};
  const inputProps = useAutosavedText(text, async (newText) => {
    await actions.updateComment(data.path, { text: newText });
    return true;
  });
  return (
    <div className={classes.comment}>
      <label className={classes.label} htmlFor={id}>
        {t('commentOn', { label: data.label })}
      </label>
      <textarea
        {...inputProps}
        id={id}
        className={inputs.text}
        rows={2}
        maxLength={limits.comment}
        disabled={isReadOnly}
        // biome-ignore lint/a11y/noAutofocus: the user opened the comment to type
        autoFocus={isNew}
      />
      <fieldset
        className={classes.group}
        style={{ marginTop: 8 }}
        aria-label={t('commentPictures', { label: data.label })}
      >
        <PicturesAnswer
          ids={pictures}
          pictureField={{ field: data.path, kind: 'comment' }}
          label={data.label}
          maxCount={limits.commentPictures}
          isReadOnly={isReadOnly}
        />
      </fieldset>
    </div>
  );
};
