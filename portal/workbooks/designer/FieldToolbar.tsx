import { ActionIcon, Group, Tooltip } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconIndentDecrease,
  IconIndentIncrease,
  IconTrash,
} from '@tabler/icons-react';
import { placeAfterStep, type Step } from '#portal/workbooks/model/edit-tree.ts';
import { useDesigner } from './designer-context.ts';
import { useDesignerWords } from './words.ts';

const STEPS: readonly [Step, typeof IconArrowUp][] = [
  ['up', IconArrowUp],
  ['down', IconArrowDown],
  ['in', IconIndentIncrease],
  ['out', IconIndentDecrease],
];

/** What dragging does, by buttons; and duplicate and delete. */
export const FieldToolbar = ({
  chosen,
  onRemove,
}: {
  chosen: number | null;
  onRemove: (key: number) => void;
}) => {
  const t = useDesignerWords();
  const { tree, act } = useDesigner();
  return (
    <Group gap={2} role="toolbar" aria-label={t('toolbar')} wrap="nowrap">
      {STEPS.map(([step, Icon]) => (
        <Tooltip key={step} label={t(step)}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t(step)}
            disabled={chosen === null || !placeAfterStep(tree, chosen, step)}
            onClick={() => chosen !== null && act({ kind: 'step', key: chosen, step })}
          >
            <Icon size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
      <Tooltip label={t('duplicate')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('duplicate')}
          disabled={chosen === null}
          onClick={() => chosen !== null && act({ kind: 'duplicate', key: chosen })}
        >
          <IconCopy size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('remove')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('remove')}
          disabled={chosen === null}
          onClick={() => chosen !== null && onRemove(chosen)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
};
