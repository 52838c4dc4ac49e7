import { Table, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#kit/current-language.ts';
import { formatDay } from '#kit/date-time-format.ts';
import type { Overview } from '#portal/api/overview.ts';
import { Bar } from './Bar.tsx';
import classes from './Overview.module.css';
import { Panel } from './Panel.tsx';

type Weeks = Overview['weeks'];
type CompletedTaskCounts = { done: number; firstTimeRight: number };

export const CompletedTasksByWeek = ({ weeks }: { weeks: Weeks }) => {
  const { t } = useTranslation('overview');
  return (
    <Panel title={t('doneByWeek')}>
      <CompletedTasksTable
        label={t('week')}
        isOneLine
        rows={weeks.toReversed().map((week) => ({
          key: week.from,
          name: formatDay(`${week.from}T00:00`),
          ...week,
        }))}
      />
    </Panel>
  );
};

type CompletedTasksByTeamProps = { weeks: Weeks; titles: ReadonlyMap<string, string> };

export const CompletedTasksByTeam = ({ weeks, titles }: CompletedTasksByTeamProps) => {
  const { t } = useTranslation('overview');
  const sums = new Map<string, CompletedTaskCounts>();
  for (const { teamId, done, firstTimeRight } of weeks.flatMap((week) => week.teams)) {
    const sum = sums.get(teamId) ?? { done: 0, firstTimeRight: 0 };
    sums.set(teamId, { done: sum.done + done, firstTimeRight: sum.firstTimeRight + firstTimeRight });
  }
  const rows = [...sums]
    .map(([key, sum]) => ({ key, name: titles.get(key) ?? '', ...sum }))
    .sort((a, b) => b.done - a.done);
  return (
    <Panel title={t('doneByTeam')}>
      <CompletedTasksTable label={t('team')} rows={rows} />
    </Panel>
  );
};

const formatShare = (share: number) => share.toLocaleString(currentLanguage(), { style: 'percent' });

type CompletedTasksTableProps = {
  label: string;
  isOneLine?: boolean;
  rows: readonly (CompletedTaskCounts & { key: string; name: string })[];
};

const CompletedTasksTable = ({ label, rows, isOneLine = false }: CompletedTasksTableProps) => {
  const { t } = useTranslation('overview');
  const maxDone = Math.max(1, ...rows.map(({ done }) => done));
  return (
    <Table verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{label}</Table.Th>
          <Table.Th colSpan={2}>{t('done')}</Table.Th>
          <Table.Th colSpan={2}>
            <Tooltip label={t('rightFirstTimeHint')}>
              <span>{t('rightFirstTime')}</span>
            </Tooltip>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, name, done, firstTimeRight }) => (
          <Table.Tr key={key}>
            <Table.Td className={isOneLine ? classes.oneLine : undefined}>{name}</Table.Td>
            <Table.Td className={classes.number}>{done}</Table.Td>
            <Table.Td>
              <Bar share={done / maxDone} />
            </Table.Td>
            <Table.Td className={classes.number}>
              {done > 0 ? formatShare(firstTimeRight / done) : '–'}
            </Table.Td>
            <Table.Td>{done > 0 && <Bar share={firstTimeRight / done} />}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};
