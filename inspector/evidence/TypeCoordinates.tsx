import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';
import type { Location } from '#workbook-engine/answer.ts';
import { parseCoordinates } from './coordinates.ts';
import classes from './TypeCode.module.css';
import { useEvidenceWords } from './words.ts';

/** For whoever reads a position from elsewhere. */
export const TypeCoordinates = ({ onCoordinates }: { onCoordinates: (location: Location) => void }) => {
  const t = useEvidenceWords();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string>();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const location = parseCoordinates(text);
        setRefused(location ? undefined : text);
        if (!location) return;
        setText('');
        onCoordinates(location);
      }}
    >
      <TextInput
        size="lg"
        label={t('coordinates')}
        placeholder="52.37, 4.89"
        value={text}
        maxLength={60}
        autoComplete="off"
        error={refused !== undefined && t('notCoordinates', { text: refused })}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        inputContainer={(input) => (
          <div className={classes.line}>
            {input}
            <TouchButton type="submit" variant="default" disabled={text.trim() === ''}>
              {t('useCoordinates')}
            </TouchButton>
          </div>
        )}
      />
    </form>
  );
};
