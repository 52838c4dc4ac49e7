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
import { findPlaceAfterStep, type Step } from '#portal/workbooks/model/edit-tree.ts';
import { useDesigner } from './designer-context.ts';

const STEPS: readonly [Step, typeof IconArrowUp][] = [
  ['up', IconArrowUp],
  ['down', IconArrowDown],
  ['indent', IconIndentIncrease],
  ['outdent', IconIndentDecrease],
];

export const FieldToolbar = ({
  selected,
  onRemove,
}: {
  selected: number | null;
  onRemove: (key: number) => void;
}) => {
  const { tree, dispatch } = useDesigner();
  const steps = STEPS.filter(([step]) => selected !== null && findPlaceAfterStep(tree, selected, step));
  return (
    <ToolbarButtons
      selected={selected}
      steps={steps.map(([step]) => step).join(' ')}
      dispatch={dispatch}
      onRemove={onRemove}
    />
  );
};

type ButtonsProps = {
  selected: number | null;
  /** The moves that are possible for the selected field, separated by spaces. */
  steps: string;
  dispatch: Dispatch<EditAction>;
  onRemove: (key: number) => void;
};

/** Memoized, so that typing does not re-render the buttons. */
const ToolbarButtons = memo(({ selected, steps, dispatch, onRemove }: ButtonsProps) => {
  const { t } = useTranslation('designer');
  return (
    <Group gap={2} role="toolbar" aria-label={t('toolbar')} wrap="nowrap">
      {STEPS.map(([step, icon]) => (
        <IconButton
          key={step}
          icon={icon}
          label={t(step)}
          disabled={!steps.split(' ').includes(step)}
          onClick={() => selected !== null && dispatch({ kind: 'step', key: selected, step })}
        />
      ))}
      <IconButton
        icon={IconCopy}
        label={t('duplicate')}
        disabled={selected === null}
        onClick={() => selected !== null && dispatch({ kind: 'duplicate', key: selected })}
      />
      <IconButton
        icon={IconTrash}
        label={t('remove')}
        disabled={selected === null}
        onClick={() => selected !== null && onRemove(selected)}
      />
    </Group>
  );
});
