import { SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { keepLanguage } from '#inspector/session/preferences.ts';
import { changeLanguage, currentLanguage, LANGUAGES, type Language } from '#kit/words.ts';
import classes from './Preferences.module.css';
import { useStatusWords } from './words.ts';

const CLASSES = { root: classes.choices!, label: classes.choice! };

/** How the app looks and speaks on this device. */
export const Preferences = () => {
  const t = useStatusWords();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [language, setLanguage] = useState<Language>(currentLanguage);
  return (
    <Stack gap="xs">
      <Text id="language">{t('language')}</Text>
      <SegmentedControl
        size="md"
        classNames={CLASSES}
        aria-labelledby="language"
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        value={language}
        onChange={(chosen) => {
          setLanguage(chosen as Language);
          keepLanguage(chosen as Language);
          void changeLanguage(chosen as Language);
        }}
      />
      <Text id="appearance">{t('appearance')}</Text>
      <SegmentedControl
        size="md"
        classNames={CLASSES}
        aria-labelledby="appearance"
        data={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t(value) }))}
        value={colorScheme}
        onChange={(chosen) => setColorScheme(chosen as typeof colorScheme)}
      />
    </Stack>
  );
};
