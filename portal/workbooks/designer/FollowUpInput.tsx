import { NumberInput, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FollowUp } from '#contract/workbook-definition.ts';
import { listWorkbookChoices } from '#portal/api/workbooks.ts';
import { useTeams } from '#portal/teams/use-teams.ts';
import classes from './Properties.module.css';
import type { FieldEdit } from './use-field-edit.ts';

/** Edits the follow-up task for a failed answer. If no workbook is selected, no task is created. */
export const FollowUpInput = ({ edit }: { edit: FieldEdit }) => {
  const { t } = useTranslation('field-properties');
  const { t: propertyLabel } = useTranslation('property-labels');
  const { followUp } = edit.node.properties;
  const workbooks = useQuery({ queryKey: ['workbook-choices'], queryFn: listWorkbookChoices });
  const teams = useTeams();
  const change = (changed: { [Key in keyof FollowUp]?: FollowUp[Key] | undefined }) => {
    const defined = Object.entries({ ...followUp, ...changed }).filter(([, value]) => value !== undefined);
    edit.set({ followUp: Object.fromEntries(defined) as FollowUp });
  };
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {propertyLabel('followUp')}
      </Text>
      <div className={classes.pair}>
        <Select
          label={t('followUpWorkbook')}
          data={includeCurrent(
            workbooks.data?.workbooks.map(({ name, title }) => ({ value: name, label: title })) ?? [],
            followUp?.workbook,
          )}
          value={followUp?.workbook ?? null}
          onChange={(workbook) =>
            workbook === null ? edit.set({ followUp: undefined }) : change({ workbook })
          }
          clearable
          searchable
          error={edit.findErrorMessage('followUp.workbook')}
        />
        {followUp && (
          <>
            <Select
              label={t('followUpTeam')}
              placeholder={t('followUpSameTeam')}
              data={includeCurrent(
                teams.map(({ title }) => ({ value: title, label: title })),
                followUp.team,
              )}
              value={followUp.team ?? null}
              onChange={(team) => change({ team: team ?? undefined })}
              clearable
              searchable
              error={edit.findErrorMessage('followUp.team')}
            />
            <NumberInput
              label={t('followUpDue')}
              value={followUp.dueInDays ?? ''}
              onChange={(input) => change({ dueInDays: typeof input === 'number' ? input : undefined })}
              onBlur={edit.endStep}
              allowDecimal={false}
              min={0}
              max={3_650}
              clampBehavior="strict"
              error={edit.findErrorMessage('followUp.dueInDays')}
            />
          </>
        )}
      </div>
    </div>
  );
};

/** Adds the current value to the options if it is missing. The field's error explains why it is missing. */
const includeCurrent = (options: { value: string; label: string }[], current: string | undefined) => {
  const byValue = new Map(options.map((option) => [option.value, option]));
  if (current !== undefined && !byValue.has(current))
    byValue.set(current, { value: current, label: current });
  return [...byValue.values()];
};
