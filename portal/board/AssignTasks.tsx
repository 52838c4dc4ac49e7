import { Button, Group, Select } from '@mantine/core';
import type { FormEvent } from 'react';
import type { BoardPerson } from '#contract/board.ts';
import { fullName } from '#portal/api/lookups.ts';
import { DraftForm } from '#portal/frame/DraftForm.tsx';
import { FormModal } from '#portal/frame/FormOverlay.tsx';
import { useEdits } from '#portal/frame/use-edits.ts';
import { useFrameWords } from '#portal/frame/words.ts';
import type { MovableTask } from './pending-moves.ts';
import { useBoardWords } from './words.ts';

const NOBODY = 'nobody';

/** Gives tasks to somebody; when they are planned stays. */
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
  const t = useBoardWords();
  const frame = useFrameWords();
  const draft = useEdits<{ chosen: string | null }>(`assign ${tasks.map(({ id }) => id).join(' ')}`, {
    chosen: null,
  });
  const { chosen } = draft.values;
  const teams = new Set(tasks.map(({ teamId }) => teamId));
  const able = people.filter(({ teamIds }) => teamIds.some((id) => teams.has(id)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === null) return;
    // Done on the board at once; what the server refuses is shown there.
    draft.forget();
    onAssign(able.find(({ id }) => String(id) === chosen) ?? null);
    onClose();
  };
  return (
    <FormModal opened onClose={onClose} title={`${t('assign')}: ${t('tasks', { count: tasks.length })}`}>
      <DraftForm draft={draft} onSubmit={submit}>
        <Select
          data-autofocus
          searchable
          label={t('assignTo')}
          value={chosen}
          onChange={(id) => draft.edit({ chosen: id })}
          data={[
            ...able.map((person) => ({ value: String(person.id), label: fullName(person) })),
            { value: NOBODY, label: t('nobodyYet') },
          ]}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => void draft.leave(onClose)}>
            {frame('cancel')}
          </Button>
          <Button type="submit" disabled={chosen === null}>
            {t('assign')}
          </Button>
        </Group>
      </DraftForm>
    </FormModal>
  );
};
