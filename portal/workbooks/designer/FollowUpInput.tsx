import { NumberInput, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FollowUp } from '#contract/workbook-definition.ts';
import { listWorkbookChoices } from '#portal/api/workbooks.ts';
import { useTeams } from '#portal/frame/use-teams.ts';
import { useMemberWords } from '#portal/workbooks/fields/field-words.ts';
import classes from './Properties.module.css';
import { usePropertyWords } from './property-words.ts';
import type { FieldEdit } from './use-field-edit.ts';

/** The task that a failed answer asks for: none until a workbook is chosen. */
export const FollowUpInput = ({ edit }: { edit: FieldEdit }) => {
  const t = usePropertyWords();
  const member = useMemberWords();
  const { followUp } = edit.node.members;
  const workbooks = useQuery({ queryKey: ['workbook-choices'], queryFn: listWorkbookChoices });
  const teams = useTeams();
  const change = (part: { [Member in keyof FollowUp]?: FollowUp[Member] | undefined }) => {
    const said = Object.entries({ ...followUp, ...part }).filter(([, value]) => value !== undefined);
    edit.set({ followUp: Object.fromEntries(said) as FollowUp });
  };
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {member('followUp')}
      </Text>
      <div className={classes.pair}>
        <Select
          label={t('followUpWorkbook')}
          data={withGiven(
            workbooks.data?.workbooks.map(({ name, title }) => ({ value: name, label: title })) ?? [],
            followUp?.workbook,
          )}
          value={followUp?.workbook ?? null}
          onChange={(workbook) =>
            workbook === null ? edit.set({ followUp: undefined }) : change({ workbook })
          }
          clearable
          searchable
          error={edit.faultOf('followUp.workbook')}
        />
        {followUp && (
          <>
            <Select
              label={t('followUpTeam')}
              placeholder={t('followUpSameTeam')}
              data={withGiven(
                teams.map(({ title }) => ({ value: title, label: title })),
                followUp.team,
              )}
              value={followUp.team ?? null}
              onChange={(team) => change({ team: team ?? undefined })}
              clearable
              searchable
              error={edit.faultOf('followUp.team')}
            />
            <NumberInput
              label={t('followUpDue')}
              value={followUp.dueInDays ?? ''}
              onChange={(said) => change({ dueInDays: typeof said === 'number' ? said : undefined })}
              onBlur={edit.pause}
              allowDecimal={false}
              min={0}
              max={3_650}
              clampBehavior="strict"
              error={edit.faultOf('followUp.dueInDays')}
            />
          </>
        )}
      </div>
    </div>
  );
};

/** What a draft names is offered though nothing of that name is seen: its fault tells why. */
const withGiven = (choices: { value: string; label: string }[], given: string | undefined) => {
  const byValue = new Map(choices.map((choice) => [choice.value, choice]));
  if (given !== undefined && !byValue.has(given)) byValue.set(given, { value: given, label: given });
  return [...byValue.values()];
};
