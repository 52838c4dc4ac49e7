import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadLimits } from '#contract/upload-limits.ts';
import { IconPaperclip } from '#kit/icons/icons.ts';
import type { AnswerInputProps } from '#questions/answer-input.ts';
import classes from '#questions/inputs.module.css';
import { useInspectionActions } from './actions.ts';
import { useEvidence } from './use-evidence.ts';

export const FileAnswer = ({ data, describedBy, isReadOnly }: AnswerInputProps) => {
  const [rejectedFileName, setRejectedFileName] = useState<string>();
  const { t } = useTranslation('inspection');
  const actions = useInspectionActions();
  const { t: tEvidence } = useTranslation('evidence');
  const id = data.answer as string | null;
  const file = useEvidence(id === null ? [] : [id]).get(id ?? '');
  const pictureField = { field: data.path, kind: 'answer' } as const;
  return (
    <div className={classes.evidence}>
      {id !== null && (
        <output className={classes.value}>
          <IconPaperclip size={20} aria-hidden /> {file === null ? tEvidence('onServer') : file?.name}
        </output>
      )}
      {!isReadOnly && (
        <label className={classes.add}>
          <IconPaperclip aria-hidden />
          <span>{t(id === null ? 'selectFile' : 'selectOtherFile')}</span>
          <input
            type="file"
            aria-describedby={describedBy}
            className={classes.hidden}
            onChange={async ({ currentTarget }) => {
              const [selectedFile] = currentTarget.files ?? [];
              const isTooLarge = selectedFile !== undefined && selectedFile.size > uploadLimits.bytes.file;
              setRejectedFileName(isTooLarge ? selectedFile.name : undefined);
              if (selectedFile && !isTooLarge)
                await actions.addPicture(pictureField, { bytes: selectedFile, name: selectedFile.name });
              currentTarget.value = '';
            }}
          />
        </label>
      )}
      <div aria-live="polite">
        {rejectedFileName !== undefined && (
          <p className={classes.rejection}>
            {t('fileTooLarge', { name: rejectedFileName, max: uploadLimits.bytes.file / 2 ** 20 })}
          </p>
        )}
      </div>
      {!isReadOnly && id !== null && (
        <button
          type="button"
          className={classes.small}
          onClick={() => void actions.removePicture(pictureField, id)}
        >
          {t('remove')}
        </button>
      )}
    </div>
  );
};
