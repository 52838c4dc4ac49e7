import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { ManagedTeam } from '#contract/team-management.ts';
import { currentLanguage } from '#kit/words.ts';
import { faultOf } from '#portal/frame/use-edits.ts';
import { useFrameWords } from '#portal/frame/words.ts';
import { useTeamsWords } from './words.ts';

export type TeamValues = Pick<ManagedTeam, 'title' | 'description' | 'isActive' | 'timeZone' | 'language'>;

const TIME_ZONES = Intl.supportedValuesOf('timeZone');
const LANGUAGES = ['en', 'nl', 'nl-BE', 'de', 'fr', 'es', 'it', 'pl'];

/** What is said of a team; `now` is what somebody else made of it meanwhile. */
export const TeamFields = ({
  values,
  problem,
  isOvertaken = () => false,
  now,
  onEdit,
}: {
  values: TeamValues;
  problem: unknown;
  isOvertaken?: (name: keyof TeamValues) => boolean;
  now?: TeamValues;
  onEdit: (more: Partial<TeamValues>) => void;
}) => {
  const t = useTeamsWords();
  const frame = useFrameWords();
  const names = new Intl.DisplayNames(currentLanguage(), { type: 'language' });
  const said = (name: keyof TeamValues, hint?: string) => ({
    error: faultOf(problem, name),
    description: isOvertaken(name) ? frame('isNow', { value: String(now?.[name]) }) : hint,
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
        {...said('title', t('titleHint'))}
        onChange={(event) => onEdit({ title: event.currentTarget.value })}
      />
      <Textarea
        label={t('description')}
        autosize
        minRows={2}
        maxRows={8}
        value={values.description}
        {...said('description')}
        onChange={(event) => onEdit({ description: event.currentTarget.value })}
      />
      <Select
        label={t('timeZone')}
        searchable
        allowDeselect={false}
        data={zones}
        limit={50}
        value={values.timeZone}
        {...said('timeZone', t('timeZoneHint'))}
        onChange={(timeZone) => timeZone && onEdit({ timeZone })}
      />
      <Select
        label={t('language')}
        allowDeselect={false}
        data={languages.map((tag) => ({ value: tag, label: names.of(tag) ?? tag }))}
        value={values.language}
        {...said('language', t('languageHint'))}
        onChange={(language) => language && onEdit({ language })}
      />
      <Switch
        label={t('isActive')}
        checked={values.isActive}
        {...said('isActive', t('isActiveHint'))}
        onChange={(event) => onEdit({ isActive: event.currentTarget.checked })}
      />
    </>
  );
};
