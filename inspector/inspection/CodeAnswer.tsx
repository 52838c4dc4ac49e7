import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeScanner } from '#inspector/evidence/CodeScanner.tsx';
import { IconScan } from '#kit/icons/icons.ts';
import type { AnswerInputProps } from '#questions/answer-input.ts';
import classes from '#questions/inputs.module.css';
import { TextAnswer } from '#questions/TypedAnswers.tsx';

export const CodeAnswer = (props: AnswerInputProps) => {
  const { data, isReadOnly, save } = props;
  const { t } = useTranslation('inspection');
  const [isScanning, setScanning] = useState(false);
  return (
    <div className={classes.evidence}>
      <TextAnswer
        {...props}
        attributes={{ 'aria-label': data.label, autoCapitalize: 'off', spellCheck: false }}
      />
      {!isReadOnly && (
        <button type="button" className={classes.add} onClick={() => setScanning(true)}>
          <IconScan aria-hidden />
          {t('scan')}
        </button>
      )}
      {isScanning && (
        <CodeScanner
          onClose={() => setScanning(false)}
          onCode={(code) => {
            setScanning(false);
            void save(code);
          }}
        />
      )}
    </div>
  );
};
