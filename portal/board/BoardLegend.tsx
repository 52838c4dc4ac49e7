import { ActionIcon, Group, Popover, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskState } from '#contract/task.ts';
import { IconPalette } from '#kit/icons/icons.ts';
import { useTaskFieldLabels } from '#task-fields/task-field-labels.ts';
import { ChoiceIcon, OPTIONS_WITH_ICONS } from './ChoiceIcons.tsx';
import classes from './TaskCard.module.css';
import { TASK_WARNINGS } from './task-warnings.ts';
import { WARNINGS } from './warning-icons.ts';

const STATES = ['New', 'Assigned', 'Active', 'Closed'] as const satisfies TaskState[];

export const BoardLegend = () => {
  const { t } = useTranslation('board');
  const { t: tGeneral } = useTranslation('general');
  const fieldLabels = useTaskFieldLabels();
  return (
    <Popover position="bottom-end" shadow="md">
      <Popover.Target>
        <ActionIcon variant="subtle" size={36} color="gray" aria-label={t('legend')}>
          <IconPalette size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('legend')}>
        <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
          {STATES.map((state) => (
            <LegendItem key={state} text={tGeneral(`state${state}`)}>
              <span className={classes.sample} data-state={state} aria-hidden />
            </LegendItem>
          ))}
          {OPTIONS_WITH_ICONS.map(({ name, option }) => (
            <LegendItem
              key={`${name} ${option}`}
              text={`${fieldLabels.getLabel(name)}: ${fieldLabels.getOptionLabel(name, option)}`}
            >
              <span className={classes.sampleMark} aria-hidden>
                <ChoiceIcon name={name} option={option} size={16} />
              </span>
            </LegendItem>
          ))}
          {TASK_WARNINGS.map((warning) => {
            const { icon: Icon, labelKey } = WARNINGS[warning];
            return (
              <LegendItem key={warning} text={t(labelKey)}>
                <span className={classes.sampleMark} aria-hidden>
                  <Icon size={16} />
                </span>
              </LegendItem>
            );
          })}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};

const LegendItem = ({ text, children }: { text: string; children: ReactNode }) => (
  <Group component="li" gap="xs" wrap="nowrap">
    {children}
    <Text size="sm">{text}</Text>
  </Group>
);
