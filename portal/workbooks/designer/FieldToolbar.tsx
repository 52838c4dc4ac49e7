import { Group } from '@mantine/core';
import { type Dispatch, memo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconIndentDecrease,
  IconIndentIncrease,
  IconTrash,
} from '#kit/icons/icons.ts';
import { IconButton } from '#portal/ui/IconButton.tsx';
import type { EditAction } from '#portal/workbooks/model/design.ts';
import { findPlaceInDirection, type MoveDirection } from '#portal/workbooks/model/edit-tree.ts';
import { useDesigner } from './designer-context.ts';

const DIRECTIONS: readonly [MoveDirection, typeof IconArrowUp][] = [
  ['up', IconArrowUp],
  ['down', IconArrowDown],
  ['indent', IconIndentIncrease],
  ['outdent', IconIndentDecrease],
];

type Props = { selectedKey: number | null; onRemove: (key: number) => void };

export const FieldToolbar = ({ selectedKey, onRemove }: Props) => {
  const { tree, dispatch } = useDesigner();
  const possibleMoves = DIRECTIONS.map(([direction]) => direction).filter(
    (direction) => selectedKey !== null && findPlaceInDirection(tree, selectedKey, direction),
  );
  return (
    <ToolbarButtons
      selectedKey={selectedKey}
      possibleMoves={possibleMoves.join(' ')}
      dispatch={dispatch}
      onRemove={onRemove}
    />
  );
};

/** `possibleMoves` is a space-separated string, so that typing does not re-render the memoized buttons. */
type ButtonsProps = Props & { possibleMoves: string; dispatch: Dispatch<EditAction> };

const ToolbarButtons = memo(({ selectedKey, possibleMoves, dispatch, onRemove }: ButtonsProps) => {
  const { t } = useTranslation('designer');
  return (
    <Group gap={2} role="toolbar" aria-label={t('toolbar')} wrap="nowrap">
      {DIRECTIONS.map(([direction, icon]) => (
        <IconButton
          key={direction}
          icon={icon}
          label={t(direction)}
          disabled={!possibleMoves.split(' ').includes(direction)}
          onClick={() =>
            selectedKey !== null && dispatch({ kind: 'moveInDirection', key: selectedKey, direction })
          }
        />
      ))}
      <IconButton
        icon={IconCopy}
        label={t('duplicate')}
        disabled={selectedKey === null}
        onClick={() => selectedKey !== null && dispatch({ kind: 'duplicate', key: selectedKey })}
      />
      <IconButton
        icon={IconTrash}
        label={t('remove')}
        disabled={selectedKey === null}
        onClick={() => selectedKey !== null && onRemove(selectedKey)}
      />
    </Group>
  );
});
