import { Skeleton, Text, Timeline } from '@mantine/core';
import type { TaskView } from '#contract/task-view.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { listTaskHistory } from '#portal/api/tasks.ts';
import { usePages } from '#portal/api/use-pages.ts';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { MoreRows } from '#portal/ui/MoreRows.tsx';
import { HistoryChanges } from './HistoryChanges.tsx';
import { HistorySentence } from './HistorySentence.tsx';

export const TaskHistory = ({ task }: { task: TaskView }) => {
  const { query: history, rows: entries = [] } = usePages({
    queryKey: ['task history', task.id],
    readPage: (cursor) => listTaskHistory(task.id, cursor),
    selectRows: (page) => page.entries,
    isLive: true,
  });
  if (history.isPending) return <Skeleton h={160} />;
  return (
    <>
      <QueryProblem query={history} />
      <Timeline bulletSize={12} lineWidth={2} active={entries.length}>
        {entries.map((entry) => (
          <Timeline.Item key={`${entry.occurredAt} ${entry.kind} ${entry.inspectionId}`}>
            <Text size="sm">
              <HistorySentence entry={entry} />
            </Text>
            {entry.kind === 'edited' && <HistoryChanges changes={entry.details.changes} task={task} />}
            <DimmedText size="xs">{formatDateTime(entry.occurredAt)}</DimmedText>
          </Timeline.Item>
        ))}
      </Timeline>
      <MoreRows query={history} />
    </>
  );
};
