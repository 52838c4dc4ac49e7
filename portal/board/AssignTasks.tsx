import { Button, Group, Select } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardPerson } from '#contract/board.ts';
import { fullName } from '#portal/api/lookups.ts';
import { DraftForm } from '#portal/forms/DraftForm.tsx';
import { FormModal } from '#portal/forms/FormOverlay.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import type { MovableTask } from './pending-moves.ts';

const UNASSIGNED = 'unassigned';

/** Assigns tasks to a person without changing their planned times. */
export const AssignTasks = ({
  tasks,
  people,
  onAssign,
  onClose,
}: {
  tasks: readonly MovableTask[];
  people: readonly BoardPerson[];
  onAssign: (person: BoardPerson | null) => void;
  onClose: () => void;
}) => {
  const { t } = useTranslation('board');
  const { t: general } = useTranslation('general');
  const draft = useEdits<{ selected: string | null }>(`assign ${tasks.map(({ id }) => id).join(' ')}`, {
    selected: null,
  });
  const { selected } = draft.values;
  const teams = new Set(tasks.map(({ teamId }) => teamId));
  const able = people.filter(({ teamIds }) => teamIds.some((id) => teams.has(id)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (selected === null) return;
    // The board shows the change immediately and reports rejections.
    draft.forget();
    onAssign(able.find(({ id }) => String(id) === selected) ?? null);
    onClose();
  };
  return (
    <FormModal opened onClose={onClose} title={`${t('assign')}: ${t('tasks', { count: tasks.length })}`}>
      <DraftForm draft={draft} onSubmit={submit}>
        <Select
          data-autofocus
          searchable
          label={t('assignTo')}
          value={selected}
          onChange={(id) => draft.edit({ selected: id })}
          data={[
            ...able.map((person) => ({ value: String(person.id), label: fullName(person) })),
            { value: UNASSIGNED, label: t('unassigned') },
          ]}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => void draft.leave(onClose)}>
            {general('cancel')}
          </Button>
          <Button type="submit" disabled={selected === null}>
            {t('assign')}
          </Button>
        </Group>
      </DraftForm>
    </FormModal>
  );
};
