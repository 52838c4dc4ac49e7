import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { getBrowserTimeZone } from '#kit/date-time-format.ts';
import { currentLanguage } from '#kit/language.ts';
import { useCreate } from '#portal/actions/use-create.tsx';
import { createTeam } from '#portal/api/teams.ts';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormModal } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { TeamFields, type TeamValues } from './TeamFields.tsx';

type Props = { onClose: () => Promise<void> };

export const NewTeamDialog = ({ isOpen, onClose }: Props & { isOpen: boolean }) => {
  const { t } = useTranslation('teams');
  return (
    <FormModal opened={isOpen} onClose={onClose} title={t('newTeam')}>
      <NewTeamForm onClose={onClose} />
    </FormModal>
  );
};

const NewTeamForm = ({ onClose }: Props) => {
  const { t } = useTranslation('teams');
  const { t: general } = useTranslation('general');
  const edits = useEdits<TeamValues>('new team', {
    title: '',
    description: '',
    isActive: true,
    timeZone: getBrowserTimeZone(),
    language: currentLanguage(),
  });
  const create = useCreate({
    create: () => edits.send(() => createTeam(edits.values)),
    invalidates: [['teams']],
    message: ({ title }) => general('created', { name: title }),
    destination: ({ id }) => ({ to: '/teams/$teamId', params: { teamId: id } }),
    onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <EditForm edits={edits} onSubmit={submit}>
      <Stack gap="sm">
        <TeamFields values={edits.values} problem={create.error} onEdit={edits.edit} />
        <FormProblem problem={create.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => void edits.leave(onClose)}>
            {general('cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('create')}
          </Button>
        </Group>
      </Stack>
    </EditForm>
  );
};
