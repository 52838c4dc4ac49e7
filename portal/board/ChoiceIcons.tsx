import { CHOICE_FIELDS, type ChoiceFieldName, type taskFields } from '#contract/task-fields.ts';
import type { Icon } from '#kit/icons/icon.tsx';
import { IconChevronsUp, IconChevronUp } from '#kit/icons/icons.ts';
import type { TaskChoices } from '#task-fields/task-field-labels.ts';
import classes from './ChoiceIcons.module.css';

const ICONS: { [Name in ChoiceFieldName]: Record<(typeof taskFields)[Name]['highlighted'][number], Icon> } = {
  priority: { high: IconChevronUp, urgent: IconChevronsUp },
};

/** Most important option first. */
export const OPTIONS_WITH_ICONS = CHOICE_FIELDS.flatMap(([name, { highlighted }]) =>
  highlighted.toReversed().map((option) => ({ name, option })),
);

type Props = { name: ChoiceFieldName; option: string; size: number };

export const ChoiceIcon = ({ name, option, size }: Props) => {
  const OptionIcon = (ICONS[name] as Record<string, Icon>)[option];
  return (
    OptionIcon && (
      <OptionIcon size={size} stroke={3} className={classes.icon} data-option={option} aria-hidden />
    )
  );
};

export const ChoiceIcons = ({ task, size }: { task: TaskChoices; size: number }) =>
  CHOICE_FIELDS.map(([name]) => <ChoiceIcon key={name} name={name} option={task[name]} size={size} />);
