import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#kit/current-language.ts';
import { getBrowserTimeZone } from '#kit/date-time-format.ts';
import { useCreate } from '#portal/actions/use-create.tsx';
import { createTeam } from '#portal/api/teams.ts';
import { DialogButtons } from '#portal/forms/DialogButtons.tsx';
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
  const { t: tGeneral } = useTranslation('general');
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
    message: ({ title }) => tGeneral('created', { name: title }),
    destination: ({ id }) => ({ to: '/teams/$teamId', params: { teamId: id } }),
    onClose,
  });
  return (
    <EditForm edits={edits} onSubmit={() => create.mutate()}>
      <Stack gap="sm">
        <TeamFields edits={edits} problem={create.error} />
        <FormProblem problem={create.error} />
        <DialogButtons edits={edits} onClose={onClose} label={t('create')} isBusy={create.isPending} />
      </Stack>
    </EditForm>
  );
};
