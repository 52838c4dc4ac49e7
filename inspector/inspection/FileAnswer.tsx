import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { uploadLimits } from '#contract/upload-limits.ts';
import { useEvidenceWords } from '#inspector/evidence/words.ts';
import type { AnswerInputProps } from './answer-input.ts';
import classes from './inputs.module.css';
import { useEvidence } from './use-evidence.ts';
import { useInspectionWords } from './words.ts';

const MEGABYTE = 1024 * 1024;

/** A file of any kind, kept as it is. */
export const FileAnswer = ({ facts, describedBy, isReadOnly, acts }: AnswerInputProps) => {
  const [tooLarge, setTooLarge] = useState<string>();
  const t = useInspectionWords();
  const say = useEvidenceWords();
  const id = facts.answer as string | null;
  const file = useEvidence(id === null ? [] : [id], acts).get(id ?? '');
  const naming = { field: facts.path, of: 'answer' } as const;
  return (
    <div className={classes.evidence}>
      {id !== null && (
        <output className={classes.value}>
          <IconPaperclip size={20} aria-hidden /> {file === null ? say('elsewhere') : file?.name}
        </output>
      )}
      {!isReadOnly && (
        <label className={classes.add}>
          <IconPaperclip aria-hidden />
          <span>{t(id === null ? 'addFile' : 'otherFile')}</span>
          <input
            type="file"
            aria-describedby={describedBy}
            className={classes.hidden}
            onChange={async ({ currentTarget }) => {
              const [chosen] = currentTarget.files ?? [];
              const isTooLarge = chosen !== undefined && chosen.size > uploadLimits.bytes.file;
              setTooLarge(isTooLarge ? chosen.name : undefined);
              if (chosen && !isTooLarge) await acts.addPicture(naming, { bytes: chosen, name: chosen.name });
              currentTarget.value = '';
            }}
          />
        </label>
      )}
      <div aria-live="polite">
        {tooLarge !== undefined && (
          <p className={classes.refused}>
            {t('fileTooLarge', { name: tooLarge, most: uploadLimits.bytes.file / MEGABYTE })}
          </p>
        )}
      </div>
      {!isReadOnly && id !== null && (
        <button type="button" className={classes.small} onClick={() => void acts.removePicture(naming, id)}>
          {t('remove')}
        </button>
      )}
    </div>
  );
};
