import { NumberInput, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FollowUp } from '#contract/workbook-definition.ts';
import { listWorkbookChoices } from '#portal/api/workbooks.ts';
import { useTeams } from '#portal/teams/use-teams.ts';
import { withoutUndefined } from '#portal/ui/search-values.ts';
import classes from './Properties.module.css';
import type { FieldEdit } from './use-field-edit.ts';

/** If no workbook is selected, a failed answer creates no follow-up task. */
export const FollowUpInput = ({ edit }: { edit: FieldEdit }) => {
  const { t } = useTranslation('field-properties');
  const { t: tPropertyLabels } = useTranslation('property-labels');
  const { followUp } = edit.node.properties;
  const workbooks = useQuery({ queryKey: ['workbook-choices'], queryFn: listWorkbookChoices });
  const teams = useTeams();
  const changeFollowUp = (changes: { [Key in keyof FollowUp]?: FollowUp[Key] | undefined }) =>
    edit.set({ followUp: withoutUndefined({ ...followUp, ...changes }) as FollowUp });
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {tPropertyLabels('followUp')}
      </Text>
      <div className={classes.pair}>
        <Select
          label={t('followUpWorkbook')}
          data={includeCurrentValue(
            workbooks.data?.workbooks.map(({ name, title }) => ({ value: name, label: title })) ?? [],
            followUp?.workbook,
          )}
          value={followUp?.workbook ?? null}
          onChange={(workbook) =>
            workbook === null ? edit.set({ followUp: undefined }) : changeFollowUp({ workbook })
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
              data={includeCurrentValue(
                teams.map(({ title }) => ({ value: title, label: title })),
                followUp.team,
              )}
              value={followUp.team ?? null}
              onChange={(team) => changeFollowUp({ team: team ?? undefined })}
              clearable
              searchable
              error={edit.findErrorMessage('followUp.team')}
            />
            <NumberInput
              label={t('followUpDue')}
              value={followUp.dueInDays ?? ''}
              onChange={(input) =>
                changeFollowUp({ dueInDays: typeof input === 'number' ? input : undefined })
              }
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

/** Adds the current value if it is not among the options, in which case the field has an error. */
const includeCurrentValue = (options: { value: string; label: string }[], currentValue?: string) => {
  const optionsByValue = new Map(options.map((option) => [option.value, option]));
  if (currentValue !== undefined && !optionsByValue.has(currentValue))
    optionsByValue.set(currentValue, { value: currentValue, label: currentValue });
  return [...optionsByValue.values()];
};
