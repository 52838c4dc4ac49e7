import { Select, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '#contract/saved-view.ts';
import { DialogButtons } from '#portal/forms/DialogButtons.tsx';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormModal } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useMe } from '#portal/session/me.ts';
import { useTeams } from '#portal/teams/use-teams.ts';
import { usePageTracker } from '#portal/ui/use-page-tracker.ts';

type Details = Pick<SavedView, 'name' | 'teamId'>;
type Props = {
  view: SavedView | undefined;
  onSave: (details: Details) => Promise<unknown>;
  onClose: () => void;
};

export const SaveViewDialog = ({ view, onSave, onClose }: Props) => {
  const { t } = useTranslation('general');
  const { teamIds, permissions } = useMe();
  const edits = useEdits<Details>(`view ${view?.id ?? 'new'}`, {
    name: view?.name ?? '',
    teamId: view?.teamId ?? null,
  });
  const { name, teamId } = edits.values;
  const save = useMutation({
    mutationFn: () => edits.send(() => onSave({ name: name.trim(), teamId })),
    onMutate: usePageTracker(),
    onSuccess: (_result, _input, isStillOnPage) => isStillOnPage() && onClose(),
  });
  const teams = useTeams().filter(
    ({ id }) => teamIds.includes(id) || permissions.tenant.includes('Tasks.Read'),
  );
  return (
    <FormModal opened onClose={onClose} title={t('viewSave')}>
      <EditForm edits={edits} onSubmit={save.mutate}>
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
          <FormProblem problem={save.error} />
          <DialogButtons
            edits={edits}
            onClose={onClose}
            label={t('save')}
            isBusy={save.isPending}
            disabled={name.trim() === ''}
          />
        </Stack>
      </EditForm>
    </FormModal>
  );
};
