import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#kit/InputWithButton.module.css';
import { TouchButton } from '#kit/TouchButton.tsx';
import { MAX_LENGTH } from './detected-code.ts';

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
        maxLength={MAX_LENGTH}
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
