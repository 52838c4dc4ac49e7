import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import type { TaskView } from '#contract/task-view.ts';
import { IconPrinter } from '#kit/icons/icons.ts';
import { BASE_PATH } from '#portal/api/request.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import classes from './TaskCode.module.css';

export const TaskCode = ({ task, onClose }: { task: TaskView; onClose: () => void }) => {
  const { t } = useTranslation('tasks');
  // Printouts get wet and scratched: a level M code is still readable with 15% missing. Scanners need a quiet zone of
  // 4 modules around the code to find it.
  const { data, size } = encode(`${location.origin}${BASE_PATH}/inspect/tasks/${task.id}`, {
    ecc: 'M',
    border: 4,
  });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('code')}
      classNames={{
        overlay: classes.screenOnly!,
        header: classes.screenOnly!,
        inner: classes.inner!,
        content: classes.sheet!,
      }}
    >
      <Stack align="center" gap="xs">
        <svg
          className={classes.code}
          viewBox={`0 0 ${size} ${size}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label={t('codeOf', { title: task.title })}
        >
          <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
          <path fill="#000" d={path.join('')} />
        </svg>
        <Text fw={650} ta="center">
          {task.title}
        </Text>
        <Text ta="center">
          {[task.externalId, ...task.items.slice(0, 1).map(({ title }) => title)].join(' · ')}
        </Text>
        <DimmedText className={classes.screenOnly!}>{t('codeHint')}</DimmedText>
        <Group className={classes.screenOnly!}>
          <Button
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
            data-autofocus
          >
            {t('print')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
