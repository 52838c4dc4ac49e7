import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '#contract/saved-view.ts';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormModal } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useMe } from '#portal/session/me.ts';
import { useTeams } from '#portal/teams/use-teams.ts';
import { usePageTracker } from '#portal/ui/use-page-tracker.ts';

/** Sets a view's name and the team it is shared with. */
export const SaveViewDialog = ({
  view,
  onSave,
  onClose,
}: {
  view: SavedView | undefined;
  onSave: (view: { name: string; teamId: string | null }) => Promise<unknown>;
  onClose: () => void;
}) => {
  const { t } = useTranslation('general');
  const { teamIds, permissions } = useMe();
  const edits = useEdits<{ name: string; teamId: string | null }>(`view ${view?.id ?? 'new'}`, {
    name: view?.name ?? '',
    teamId: view?.teamId ?? null,
  });
  const { name, teamId } = edits.values;
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const trackPage = usePageTracker();
  const teams = useTeams().filter(
    ({ id }) => teamIds.includes(id) || permissions.tenant.includes('Tasks.Read'),
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isStillOnPage = trackPage();
    setBusy(true);
    setProblem(undefined);
    try {
      await edits.send(() => onSave({ name: name.trim(), teamId }));
      if (isStillOnPage()) onClose();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormModal opened onClose={onClose} title={t('viewSave')}>
      <EditForm edits={edits} onSubmit={submit}>
        <Stack>
          <TextInput
            required
            data-autofocus
            label={t('viewName')}
            value={name}
            onChange={(event) => edits.edit({ name: event.currentTarget.value })}
          />
          <Select
            clearable
            label={t('viewShared')}
            placeholder={t('viewOwn')}
            data={teams.map(({ id, title }) => ({ value: id, label: title }))}
            value={teamId}
            onChange={(id) => edits.edit({ teamId: id })}
          />
          <FormProblem problem={problem} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => void edits.leave(onClose)}>
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={name.trim() === ''} loading={isBusy}>
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </EditForm>
    </FormModal>
  );
};
