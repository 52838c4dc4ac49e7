import { Group, MultiSelect, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BoardPerson } from '#contract/board.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { getBrowserTimeZone } from '#kit/date-time-format.ts';
import { formatIsoDate } from '#kit/days.ts';
import { formatFullName } from '#kit/full-name.ts';
import { getWeek } from '#kit/locale.ts';
import { suggestPlans } from '#portal/api/tasks.ts';
import { DialogButtons } from '#portal/forms/DialogButtons.tsx';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormModal } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { DateInput } from '#portal/ui/DateInput.tsx';
import { listDays } from './board-columns.ts';
import type { MovableTask } from './pending-moves.ts';
import { buildPreview, type Preview } from './preview.ts';

/** The maximum number of tasks in one request (contract/suggestion.ts). */
export const MAX_TASKS_TO_SPREAD = 50;

type Props = {
  tasks: readonly MovableTask[];
  people: readonly BoardPerson[];
  /** The default period is the week that contains this day. */
  date: string;
  onPreview: (preview: Preview) => void;
  onClose: () => void;
};

export const SpreadDialog = ({ tasks, people, date, onPreview, onClose }: Props) => {
  const { t } = useTranslation('board');
  const { t: tPlanning } = useTranslation('planning');
  const week = listDays('week', date, getWeek(currentLanguage()));
  const today = formatIsoDate(new Date());
  const edits = useEdits(`spread ${tasks.map(({ id }) => id).join(' ')}`, {
    selected: [] as string[],
    from: week[0]! < today && today <= week[6]! ? today : week[0]!,
    to: week[6]!,
  });
  const { selected: selectedIds, from, to } = edits.values;
  const requestSuggestions = useMutation({ mutationFn: suggestPlans });
  const teamIds = new Set(tasks.map(({ teamId }) => teamId));
  const eligiblePeople = people.filter(
    (person) => person.canInspect && person.teamIds.some((id) => teamIds.has(id)),
  );

  const submit = () => {
    const request = {
      taskIds: tasks.map(({ id }) => id),
      from,
      to,
      timeZone: getBrowserTimeZone(),
      spread: true,
      ...(selectedIds.length > 0 && { userIds: selectedIds.map(Number) }),
    };
    // `onSuccess` runs only while the dialog is open, so closing the dialog cancels the preview.
    requestSuggestions.mutate(request, {
      onSuccess: (suggestions) => {
        edits.discard();
        onPreview(buildPreview(suggestions, new Map(tasks.map((task) => [task.id, task]))));
        onClose();
      },
    });
  };
  return (
    <FormModal opened onClose={onClose} title={tPlanning('spreadTasks', { count: tasks.length })}>
      <EditForm edits={edits} onSubmit={submit}>
        <Stack>
          <Text size="sm">{t('spreadHint')}</Text>
          <MultiSelect
            searchable
            label={t('spreadOver')}
            placeholder={selectedIds.length === 0 ? t('everyone') : ''}
            value={selectedIds}
            onChange={(ids) => edits.edit({ selected: ids })}
            data={eligiblePeople.map((person) => ({
              value: String(person.id),
              label: formatFullName(person),
            }))}
          />
          <Group grow>
            <DateInput
              required
              label={t('from')}
              value={from}
              onChange={(day) => edits.edit({ from: day })}
            />
            <DateInput required label={t('to')} value={to} onChange={(day) => edits.edit({ to: day })} />
          </Group>
          <FormProblem problem={requestSuggestions.error} />
          <DialogButtons
            edits={edits}
            onClose={onClose}
            label={t('preview')}
            isBusy={requestSuggestions.isPending}
            hasFocus
          />
        </Stack>
      </EditForm>
    </FormModal>
  );
};
