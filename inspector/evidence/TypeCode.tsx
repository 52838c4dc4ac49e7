import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';
import { MOST_LETTERS } from './found-code.ts';
import classes from './TypeCode.module.css';
import { useEvidenceWords } from './words.ts';

/** For a code that no camera reads. */
export const TypeCode = ({ onCode }: { onCode: (text: string) => void }) => {
  const t = useEvidenceWords();
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
        maxLength={MOST_LETTERS}
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
