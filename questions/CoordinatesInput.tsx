import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#kit/InputWithButton.module.css';
import { TouchButton } from '#kit/TouchButton.tsx';
import type { Location } from '#workbook-engine/answer.ts';
import { parseCoordinates } from './coordinates.ts';

/** An input for coordinates that come from somewhere other than this device's GPS. */
export const CoordinatesInput = ({ onCoordinates }: { onCoordinates: (location: Location) => void }) => {
  const { t } = useTranslation('questions');
  const [text, setText] = useState('');
  const [invalidText, setInvalidText] = useState<string>();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const location = parseCoordinates(text);
        setInvalidText(location ? undefined : text);
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
        error={invalidText !== undefined && t('notCoordinates', { text: invalidText })}
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
