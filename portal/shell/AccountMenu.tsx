import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getLanguageName, LANGUAGES, type Language } from '#i18n/languages.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { applyDensity, type Density } from '#kit/density.ts';
import { formatFullName } from '#kit/full-name.ts';
import { IconCheck, IconLogout, IconUserCircle } from '#kit/icons/icons.ts';
import { changeLanguage } from '#kit/language.ts';
import { readDensity, storeLanguage, storePreference } from '#kit/preferences.ts';
import { BASE_PATH, remove } from '#portal/api/request.ts';
import { clearFormDrafts } from '#portal/forms/form-drafts.ts';
import { confirmDiscard } from '#portal/forms/unsaved-forms.ts';
import { useNotifyProblem } from '#portal/problems/use-notify-problem.ts';
import { useMe } from '#portal/session/me.ts';

const SCHEMES = ['light', 'dark', 'auto'] as const;
const DENSITIES = ['roomy', 'dense'] as const satisfies Density[];

export const AccountMenu = () => {
  const { t } = useTranslation('shell');
  const { t: tGeneral } = useTranslation('general');
  const me = useMe();
  const notifyProblem = useNotifyProblem();
  const queryClient = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = formatFullName(me);

  const selectLanguage = async (language: Language) => {
    try {
      await changeLanguage(language);
    } catch {
      return showNotification({ color: 'red', message: tGeneral('unreachable') });
    }
    storeLanguage(language);
    // Loaded data may contain server messages in the previous language.
    await queryClient.invalidateQueries();
  };
  const [density, setDensity] = useState(readDensity);
  const selectDensity = (newDensity: Density) => {
    storePreference('density', newDensity);
    setDensity(newDensity);
    applyDensity(newDensity);
  };
  const signOut = async () => {
    if (!(await confirmDiscard())) return;
    try {
      await remove('/api/v1/me/sessions/current');
      clearFormDrafts();
      location.assign(`${BASE_PATH}/sign-in`);
    } catch (problem) {
      notifyProblem(problem);
    }
  };
  const renderCheckMark = (isSelected: boolean) => (isSelected ? <IconCheck size={16} aria-hidden /> : null);

  return (
    <Menu position="bottom-end" width={224}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('account', { name })}>
          <IconUserCircle size={24} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {name} · {me.tenancyName}
        </Menu.Label>
        <Menu.Item
          component="a"
          href={`${BASE_PATH}/account?lang=${currentLanguage()}`}
          leftSection={<IconUserCircle size={16} aria-hidden />}
        >
          {t('myAccount')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
          {t('signOut')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('language')}</Menu.Label>
        {LANGUAGES.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            aria-current={language === currentLanguage()}
            rightSection={renderCheckMark(language === currentLanguage())}
            onClick={() => selectLanguage(language)}
          >
            {getLanguageName(language)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('theme')}</Menu.Label>
        {SCHEMES.map((scheme) => (
          <Menu.Item
            key={scheme}
            aria-current={scheme === colorScheme}
            rightSection={renderCheckMark(scheme === colorScheme)}
            onClick={() => setColorScheme(scheme)}
          >
            {t(scheme)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('density')}</Menu.Label>
        {DENSITIES.map((option) => (
          <Menu.Item
            key={option}
            aria-current={option === density}
            rightSection={renderCheckMark(option === density)}
            onClick={() => selectDensity(option)}
          >
            {t(option)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component="a" href={`${BASE_PATH}/portal/third-party-notices.txt`} target="_blank">
          {t('licences')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
