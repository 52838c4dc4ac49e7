import { Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { browserTimeZone } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { createTeam } from '#portal/api/teams.ts';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useMaking } from '#portal/frame/use-making.tsx';
import { useFrameWords } from '#portal/frame/words.ts';
import { isSaidAtFields, TeamFields, type TeamValues } from './TeamFields.tsx';
import { useTeamsWords } from './words.ts';

type Props = { onClose: () => Promise<void> };

export const NewTeamDialog = ({ isOpen, onClose }: Props & { isOpen: boolean }) => {
  const t = useTeamsWords();
  const frame = useFrameWords();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('newTeam')}
      closeButtonProps={{ 'aria-label': frame('close') }}
    >
      <NewTeamForm onClose={onClose} />
    </Modal>
  );
};

const NewTeamForm = ({ onClose }: Props) => {
  const t = useTeamsWords();
  const frame = useFrameWords();
  const [team, setTeam] = useState<TeamValues>({
    title: '',
    description: '',
    isActive: true,
    timeZone: browserTimeZone(),
    language: currentLanguage(),
  });
  const creating = useMaking({
    make: () => createTeam(team),
    changes: [['teams']],
    say: ({ title }) => frame('isMade', { name: title }),
    leadTo: ({ id }) => ({ to: '/teams/$teamId', params: { teamId: id } }),
    onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creating.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {creating.error && !isSaidAtFields(creating.error) && <ProblemNote problem={creating.error} />}
        <TeamFields
          values={team}
          problem={creating.error}
          onEdit={(more) => setTeam((before) => ({ ...before, ...more }))}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button type="submit" loading={creating.isPending}>
            {t('create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
