import { Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { getLanguageName, LANGUAGES, type Language } from '#i18n/languages.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { changeLanguage } from '#kit/language.ts';
import { storeLanguage } from '#kit/preferences.ts';
import { TouchSegments } from '#kit/TouchSegments.tsx';

export const Preferences = () => {
  const { t } = useTranslation('account');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Stack gap="xs">
      <Text id="language">{t('language')}</Text>
      <TouchSegments
        aria-labelledby="language"
        data={LANGUAGES.map((value) => ({ value, label: getLanguageName(value) }))}
        value={currentLanguage()}
        onChange={async (value) => {
          await changeLanguage(value as Language);
          storeLanguage(value as Language);
        }}
      />
      <Text id="appearance">{t('appearance')}</Text>
      <TouchSegments
        aria-labelledby="appearance"
        data={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t(value) }))}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as typeof colorScheme)}
      />
    </Stack>
  );
};
