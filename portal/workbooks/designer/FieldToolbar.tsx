import { ActionIcon, Group, Tooltip } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconIndentDecrease,
  IconIndentIncrease,
  IconTrash,
} from '@tabler/icons-react';
import { type Dispatch, memo } from 'react';
import type { DesignAct } from '#portal/workbooks/model/design.ts';
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
  const { tree, act } = useDesigner();
  const may = STEPS.filter(([step]) => chosen !== null && placeAfterStep(tree, chosen, step));
  return <Buttons chosen={chosen} may={may.map(([step]) => step).join(' ')} act={act} onRemove={onRemove} />;
};

type ButtonsProps = {
  chosen: number | null;
  /** The steps that the chosen field can go. */
  may: string;
  act: Dispatch<DesignAct>;
  onRemove: (key: number) => void;
};

/** Made anew only when one of them becomes another, and not at each letter that is typed. */
const Buttons = memo(({ chosen, may, act, onRemove }: ButtonsProps) => {
  const t = useDesignerWords();
  return (
    <Group gap={2} role="toolbar" aria-label={t('toolbar')} wrap="nowrap">
      {STEPS.map(([step, Icon]) => (
        <Tooltip key={step} label={t(step)}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t(step)}
            disabled={!may.split(' ').includes(step)}
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
});
Buttons.displayName = 'Buttons';
