import { CHOICE_FIELDS, type ChoiceFieldName, type taskFields } from '#contract/task-fields.ts';
import type { Icon } from '#kit/icons/icon.tsx';
import { IconChevronsUp, IconChevronUp } from '#kit/icons/icons.ts';
import type { TaskChoices } from '#task-fields/task-field-labels.ts';
import classes from './ChoiceIcons.module.css';

const ICONS: { [Name in ChoiceFieldName]: Record<(typeof taskFields)[Name]['highlighted'][number], Icon> } = {
  priority: { high: IconChevronUp, urgent: IconChevronsUp },
};

const findIcon = (name: ChoiceFieldName, option: string) => (ICONS[name] as Record<string, Icon>)[option];

/** The options that have an icon, most important first. The legend lists them. */
export const OPTIONS_WITH_ICONS = CHOICE_FIELDS.flatMap(([name, { highlighted }]) =>
  highlighted.toReversed().map((option) => ({ name, option })),
);

export const ChoiceIcon = ({
  name,
  option,
  size,
}: {
  name: ChoiceFieldName;
  option: string;
  size: number;
}) => {
  const OptionIcon = findIcon(name, option);
  return (
    OptionIcon && (
      <OptionIcon size={size} stroke={3} className={classes.icon} data-option={option} aria-hidden />
    )
  );
};

export const ChoiceIcons = ({ task, size }: { task: TaskChoices; size: number }) =>
  CHOICE_FIELDS.map(([name]) => <ChoiceIcon key={name} name={name} option={task[name]} size={size} />);
