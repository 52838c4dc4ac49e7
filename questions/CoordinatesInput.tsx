import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InputWithButton } from '#kit/InputWithButton.tsx';
import type { Location } from '#workbook-engine/answer.ts';
import { parseCoordinates } from './coordinates.ts';

export const CoordinatesInput = ({ onCoordinates }: { onCoordinates: (location: Location) => void }) => {
  const { t } = useTranslation('questions');
  const [invalidText, setInvalidText] = useState<string>();
  return (
    <InputWithButton
      label={t('coordinates')}
      placeholder="52.37, 4.89"
      maxLength={60}
      error={invalidText !== undefined && t('notCoordinates', { text: invalidText })}
      buttonLabel={t('useCoordinates')}
      onSubmit={(text, clear) => {
        const location = parseCoordinates(text);
        setInvalidText(location ? undefined : text);
        if (!location) return;
        clear();
        onCoordinates(location);
      }}
    />
  );
};
