import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { workbookLimits } from '#contract/workbook-limits.ts';
import classes from '#kit/InputWithButton.module.css';
import { TouchButton } from '#kit/TouchButton.tsx';

/** Input for codes that the camera cannot read. */
export const CodeEntry = ({ onCode }: { onCode: (text: string) => void }) => {
  const { t } = useTranslation('evidence');
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onCode(text.trim());
      }}
    >
      <TextInput
        size="lg"
        label={t('typeCode')}
        value={text}
        maxLength={workbookLimits.text}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        inputContainer={(input) => (
          <div className={classes.line}>
            {input}
            <TouchButton type="submit" variant="default" disabled={text.trim() === ''}>
              {t('useCode')}
            </TouchButton>
          </div>
        )}
      />
    </form>
  );
};
