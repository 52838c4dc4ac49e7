import { Radio, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EligiblePerson } from '#contract/eligible-person.ts';
import type { TaskView } from '#contract/task-view.ts';
import { formatFullName } from '#kit/full-name.ts';
import { useAssignees } from '#portal/api/lookups.ts';
import { DialogButtons } from '#portal/forms/DialogButtons.tsx';
import { EditForm } from '#portal/forms/EditForm.tsx';
import { FormModal } from '#portal/forms/FormOverlay.tsx';
import { FormProblem } from '#portal/forms/FormProblem.tsx';
import { useEdits } from '#portal/forms/use-edits.ts';
import { useTeams } from '#portal/teams/use-teams.ts';
import { usePageTracker } from '#portal/ui/use-page-tracker.ts';
import { usePlanning } from './use-planning.ts';
import { useWorkloads } from './use-workloads.ts';

const UNASSIGNED = 'unassigned';

export const AssignDialog = (props: { tasks: readonly TaskView[]; onClose: () => void }) => {
  // Keeps the task revisions from when the dialog opened, so that the server rejects conflicting changes.
  const [tasks] = useState(props.tasks);
  const { t } = useTranslation('planning');
  const plan = usePlanning();
  return (
    <AssigneeDialog
      tasks={tasks.map(({ id, team }) => ({ id, teamId: team.id }))}
      onAssign={(person) =>
        plan(tasks, { assigneeId: person?.id ?? null }, (count) =>
          person ? t('assigned', { count, name: formatFullName(person) }) : t('unassigned', { count }),
        )
      }
      onClose={props.onClose}
    />
  );
};

type AssigneeDialogProps = {
  tasks: readonly { id: string; teamId: string }[];
  onAssign: (person: EligiblePerson | null) => Promise<unknown>;
  onClose: () => void;
};

export const AssigneeDialog = ({ tasks, onAssign, onClose }: AssigneeDialogProps) => {
  const { t } = useTranslation('planning');
  const { t: tGeneral } = useTranslation('general');
  const [search, setSearch] = useState('');
  const edits = useEdits<{ selected: string | null }>(`assign ${tasks.map(({ id }) => id).join(' ')}`, {
    selected: null,
  });
  const { selected } = edits.values;
  const setSelected = (id: string | null) => edits.edit({ selected: id });
  const assign = useMutation({
    mutationFn: (person: EligiblePerson | null) => edits.send(() => onAssign(person)),
    onMutate: usePageTracker(),
    onSuccess: (_result, _person, isStillOnPage) => isStillOnPage() && onClose(),
  });
  const workloads = useWorkloads();
  const teamIds = new Set(tasks.map(({ teamId }) => teamId));
  // Inspectors come first, starting with those who are in most of the tasks' teams.
  const assignees = (useAssignees().data ?? [])
    .map((person) => ({
      ...person,
      matchingTeamCount: person.teamIds.filter((id) => teamIds.has(id)).length,
    }))
    .filter(({ matchingTeamCount }) => matchingTeamCount > 0)
    .sort(
      (a, b) =>
        Number(b.canInspect) - Number(a.canInspect) ||
        b.matchingTeamCount - a.matchingTeamCount ||
        formatFullName(a).localeCompare(formatFullName(b)),
    );
  const people = assignees.filter((person) => isMatch(formatFullName(person), search));
  const assigneeId = selected ?? (people.length === 1 ? String(people[0]!.id) : null);

  const changeSearch = (text: string) => {
    setSearch(text);
    const person = assignees.find(({ id }) => String(id) === selected);
    // A hidden person must not remain selected.
    if (person && !isMatch(formatFullName(person), text)) setSelected(null);
  };

  const submit = () => {
    const person = assignees.find(({ id }) => String(id) === assigneeId);
    if (person || assigneeId === UNASSIGNED) assign.mutate(person ?? null);
  };
  return (
    <FormModal opened size="lg" onClose={onClose} title={t('assignTasks', { count: tasks.length })}>
      <EditForm edits={edits} onSubmit={submit}>
        <Stack>
          <TextInput
            data-autofocus
            type="search"
            value={search}
            onChange={(event) => changeSearch(event.currentTarget.value)}
            label={t('assignTo')}
          />
          <ScrollArea.Autosize mah={360} type="auto" offsetScrollbars="y">
            <Radio.Group value={assigneeId} onChange={setSelected} aria-label={t('assignTo')}>
              <Stack gap={4}>
                {people.map((person) => (
                  <Radio
                    key={person.id}
                    value={String(person.id)}
                    label={formatFullName(person)}
                    description={<PersonFacts person={person} workload={workloads.get(person.id)} />}
                    py={4}
                  />
                ))}
                <Radio value={UNASSIGNED} label={tGeneral('unassigned')} py={4} />
              </Stack>
            </Radio.Group>
          </ScrollArea.Autosize>
          <FormProblem problem={assign.error} />
          <DialogButtons
            edits={edits}
            onClose={onClose}
            label={t('assign')}
            isBusy={assign.isPending}
            disabled={assigneeId === null}
          />
        </Stack>
      </EditForm>
    </FormModal>
  );
};

const isMatch = (name: string, search: string) => name.toLowerCase().includes(search.trim().toLowerCase());

const PersonFacts = ({ person, workload }: { person: EligiblePerson; workload: string | undefined }) => {
  const { t } = useTranslation('planning');
  const titles = useTeams()
    .filter(({ id }) => person.teamIds.includes(id))
    .map(({ title }) => title);
  return (
    <>
      {titles.join(', ')}
      {workload !== undefined && (
        <Text span display="block" inherit>
          {workload}
        </Text>
      )}
      {!person.canInspect && (
        <Text span display="block" inherit c="var(--ronda-bad)">
          {t('cannotInspect')}
        </Text>
      )}
    </>
  );
};
