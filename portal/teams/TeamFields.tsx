import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ManagedTeam } from '#contract/team-management.ts';
import { currentLanguage } from '#kit/language.ts';
import { findFieldError } from '#portal/forms/use-edits.ts';

export type TeamValues = Pick<ManagedTeam, 'title' | 'description' | 'isActive' | 'timeZone' | 'language'>;

const TIME_ZONES = Intl.supportedValuesOf('timeZone');
const LANGUAGES = ['en', 'nl', 'nl-BE', 'de', 'fr', 'es', 'it', 'pl'];

/** The form fields for a team. Fields that someone else has changed show `savedValues`. */
export const TeamFields = ({
  values,
  problem,
  hasConflict = () => false,
  savedValues,
  onEdit,
}: {
  values: TeamValues;
  problem: unknown;
  hasConflict?: (name: keyof TeamValues) => boolean;
  savedValues?: TeamValues;
  onEdit: (changes: Partial<TeamValues>) => void;
}) => {
  const { t } = useTranslation('teams');
  const { t: general } = useTranslation('general');
  const languageNames = new Intl.DisplayNames(currentLanguage(), { type: 'language' });
  const inputProps = (name: keyof TeamValues, hint?: string) => ({
    error: findFieldError(problem, name),
    description: hasConflict(name) ? general('changedTo', { value: String(savedValues?.[name]) }) : hint,
  });
  const zones = TIME_ZONES.includes(values.timeZone) ? TIME_ZONES : [values.timeZone, ...TIME_ZONES];
  const languages = [...new Set([...LANGUAGES, values.language])];
  return (
    <>
      <TextInput
        data-autofocus
        required
        label={t('title')}
        maxLength={256}
        value={values.title}
        {...inputProps('title', t('titleHint'))}
        onChange={(event) => onEdit({ title: event.currentTarget.value })}
      />
      <Textarea
        label={t('description')}
        autosize
        minRows={2}
        maxRows={8}
        value={values.description}
        {...inputProps('description')}
        onChange={(event) => onEdit({ description: event.currentTarget.value })}
      />
      <Select
        label={t('timeZone')}
        searchable
        allowDeselect={false}
        data={zones}
        limit={50}
        value={values.timeZone}
        {...inputProps('timeZone', t('timeZoneHint'))}
        onChange={(timeZone) => timeZone && onEdit({ timeZone })}
      />
      <Select
        label={t('language')}
        allowDeselect={false}
        data={languages.map((tag) => ({ value: tag, label: languageNames.of(tag) ?? tag }))}
        value={values.language}
        {...inputProps('language', t('languageHint'))}
        onChange={(language) => language && onEdit({ language })}
      />
      <Switch
        label={t('isActive')}
        checked={values.isActive}
        {...inputProps('isActive', t('isActiveHint'))}
        onChange={(event) => onEdit({ isActive: event.currentTarget.checked })}
      />
    </>
  );
};
