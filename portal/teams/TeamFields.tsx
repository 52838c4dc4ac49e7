import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ManagedTeam } from '#contract/team-management.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { type InputEdits, useInputProps } from '#portal/forms/use-input-props.ts';

export type TeamValues = Pick<ManagedTeam, 'title' | 'description' | 'isActive' | 'timeZone' | 'language'>;

const TIME_ZONES = Intl.supportedValuesOf('timeZone');
const LANGUAGES = ['en', 'nl', 'nl-BE', 'de', 'fr', 'es', 'it', 'pl'];

export const TeamFields = ({ edits, problem }: { edits: InputEdits<TeamValues>; problem: unknown }) => {
  const { t } = useTranslation('teams');
  const { values, edit } = edits;
  const input = useInputProps(edits, problem);
  const languageNames = new Intl.DisplayNames(currentLanguage(), { type: 'language' });
  const zones = TIME_ZONES.includes(values.timeZone) ? TIME_ZONES : [values.timeZone, ...TIME_ZONES];
  const languages = [...new Set([...LANGUAGES, values.language])];
  return (
    <>
      <TextInput
        data-autofocus
        required
        label={t('title')}
        maxLength={256}
        {...input.textProps('title', { hint: t('titleHint') })}
      />
      <Textarea
        label={t('description')}
        autosize
        minRows={2}
        maxRows={8}
        {...input.textProps('description')}
      />
      <Select
        label={t('timeZone')}
        searchable
        allowDeselect={false}
        data={zones}
        limit={50}
        value={values.timeZone}
        {...input.messageProps('timeZone', { hint: t('timeZoneHint') })}
        onChange={(timeZone) => timeZone && edit({ timeZone })}
      />
      <Select
        label={t('language')}
        allowDeselect={false}
        data={languages.map((tag) => ({ value: tag, label: languageNames.of(tag) ?? tag }))}
        value={values.language}
        {...input.messageProps('language', { hint: t('languageHint') })}
        onChange={(language) => language && edit({ language })}
      />
      <Switch
        label={t('isActive')}
        checked={values.isActive}
        {...input.messageProps('isActive', { hint: t('isActiveHint') })}
        onChange={(event) => edit({ isActive: event.currentTarget.checked })}
      />
    </>
  );
};
