import { ActionIcon, Group, Popover, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TaskState } from '#contract/task.ts';
import { IconPalette } from '#kit/icons/icons.ts';
import { useTaskFieldLabels } from '#task-fields/task-field-labels.ts';
import { ChoiceIcon, MARKED_OPTIONS } from './ChoiceIcons.tsx';
import classes from './TaskCard.module.css';
import type { TaskWarning } from './task-warnings.ts';
import { WARNINGS } from './warning-icons.ts';

const STATES = ['New', 'Assigned', 'Active', 'Closed'] as const satisfies TaskState[];

/** Explains the colours and icons on the cards. */
export const BoardLegend = () => {
  const { t } = useTranslation('board');
  const { t: general } = useTranslation('general');
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
            <Group component="li" key={state} gap="xs" wrap="nowrap">
              <span className={classes.sample} data-state={state} aria-hidden />
              <Text size="sm">{general(`state${state}`)}</Text>
            </Group>
          ))}
          {MARKED_OPTIONS.map(({ name, option }) => (
            <Group component="li" key={`${name} ${option}`} gap="xs" wrap="nowrap">
              <span className={classes.sampleMark} aria-hidden>
                <ChoiceIcon name={name} option={option} size={16} />
              </span>
              <Text size="sm">
                {fieldLabels.label(name)}: {fieldLabels.option(name, option)}
              </Text>
            </Group>
          ))}
          {(Object.keys(WARNINGS) as TaskWarning[]).map((warning) => {
            const { icon: Icon, labelKey } = WARNINGS[warning];
            return (
              <Group component="li" key={warning} gap="xs" wrap="nowrap">
                <span className={classes.sampleMark} aria-hidden>
                  <Icon size={16} />
                </span>
                <Text size="sm">{t(labelKey)}</Text>
              </Group>
            );
          })}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};
