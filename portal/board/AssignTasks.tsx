import { Button, Group, Modal, Select } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { BoardPerson } from '#contract/board.ts';
import { fullName } from '#portal/api/lookups.ts';
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
  const [chosen, setChosen] = useState<string | null>(null);
  const teams = new Set(tasks.map(({ teamId }) => teamId));
  const able = people.filter(({ teamIds }) => teamIds.some((id) => teams.has(id)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === null) return;
    onAssign(able.find(({ id }) => String(id) === chosen) ?? null);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${t('assign')}: ${t('tasks', { count: tasks.length })}`}
      closeButtonProps={{ 'aria-label': frame('close') }}
    >
      <form onSubmit={submit}>
        <Select
          data-autofocus
          searchable
          label={t('assignTo')}
          value={chosen}
          onChange={setChosen}
          data={[
            ...able.map((person) => ({ value: String(person.id), label: fullName(person) })),
            { value: NOBODY, label: t('nobodyYet') },
          ]}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {frame('cancel')}
          </Button>
          <Button type="submit" disabled={chosen === null}>
            {t('assign')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
};
