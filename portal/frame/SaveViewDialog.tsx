import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { SavedView } from '#contract/saved-view.ts';
import { useMe } from '#portal/session/me.ts';
import { ProblemNote } from './ProblemNote.tsx';
import { usePlace } from './use-place.ts';
import { useTeams } from './use-teams.ts';
import { useFrameWords } from './words.ts';

/** Names a view, and says who sees it. */
export const SaveViewDialog = ({
  view,
  onSave,
  onClose,
}: {
  view: SavedView | undefined;
  onSave: (view: { name: string; teamId: string | null }) => Promise<unknown>;
  onClose: () => void;
}) => {
  const t = useFrameWords();
  const { teamIds, permissions } = useMe();
  const [name, setName] = useState(view?.name ?? '');
  const [teamId, setTeamId] = useState<string | null>(view?.teamId ?? null);
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const markPlace = usePlace();
  const teams = useTeams().filter(
    ({ id }) => teamIds.includes(id) || permissions.tenant.includes('Tasks.Read'),
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isStillHere = markPlace();
    setBusy(true);
    try {
      await onSave({ name: name.trim(), teamId });
      if (isStillHere()) onClose();
    } catch (refused) {
      setProblem(refused);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('viewSave')}>
      <form onSubmit={submit}>
        <Stack>
          {problem !== undefined && <ProblemNote problem={problem} />}
          <TextInput
            required
            data-autofocus
            label={t('viewName')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            clearable
            label={t('viewShared')}
            placeholder={t('viewOwn')}
            data={teams.map(({ id, title }) => ({ value: id, label: title }))}
            value={teamId}
            onChange={setTeamId}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={name.trim() === ''} loading={isBusy}>
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
