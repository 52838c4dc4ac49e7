import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/workbook-definition.ts';
import {
  IconCheck,
  IconCircle,
  IconCircleDot,
  IconMinus,
  IconSquare,
  IconSquareCheck,
  IconX,
} from '#kit/icons/icons.ts';
import { pickTranslation } from '#workbook-engine/local-text.ts';
import type { AnswerInputProps } from './answer-input.ts';
import { ChoiceSearch } from './ChoiceSearch.tsx';
import { type ChoiceTone, canFitInButtonRow, findChoiceTone } from './choice-tone.ts';
import classes from './inputs.module.css';

/** Above this, a searchable list is shown. */
const MAX_VISIBLE_CHOICES = 8;

export type ChoiceOption = { value: string; label: string };

const createOptions = (field: Field, offeredValues: readonly string[], language: string): ChoiceOption[] => {
  const labels = new Map(field.choices?.map(({ value, label }) => [value, label]));
  return offeredValues.map((value) => {
    const label = labels.get(value);
    return { value, label: label === undefined ? value : pickTranslation(label, language) };
  });
};

export const BooleanAnswer = (props: AnswerInputProps) => {
  const { data, save } = props;
  const { t } = useTranslation('questions');
  const selected = typeof data.answer === 'boolean' ? String(data.answer) : null;
  // Whether yes or no is the passing answer depends on the workbook, so only the selected answer is coloured.
  const tone = data.hasFailed ? 'bad' : props.field.failWhen ? 'good' : 'plain';
  const choices = [
    { value: 'true', label: t('yes'), icon: <IconCheck aria-hidden /> },
    { value: 'false', label: t('no'), icon: <IconX aria-hidden /> },
  ].map((choice) => ({ ...choice, tone: choice.value === selected ? tone : 'plain' }) as const);
  return <ChoiceButtons {...props} {...{ choices, selected }} onSelect={(value) => save(value === 'true')} />;
};

export const SingleChoiceAnswer = (props: AnswerInputProps) => {
  const { field, data, language, save } = props;
  const choices = createOptions(field, data.offeredValues, language);
  const selected = typeof data.answer === 'string' ? data.answer : null;
  if (choices.length > MAX_VISIBLE_CHOICES)
    return <ChoiceSearch {...props} choices={choices} isMultiple={false} />;
  if (canFitInButtonRow(choices.map(({ label }) => label))) {
    const buttons = choices.map(({ value, label }) => {
      const tone = value === selected && data.hasFailed ? 'bad' : findChoiceTone(value, label);
      return { value, label, tone, icon: ICONS[tone] };
    });
    return <ChoiceButtons {...props} choices={buttons} selected={selected} onSelect={save} />;
  }
  return <ChoiceRows {...props} choices={choices} isMultiple={false} selected={[selected]} onSelect={save} />;
};

export const MultiChoiceAnswer = (props: AnswerInputProps) => {
  const { field, data, language, toggle } = props;
  const choices = createOptions(field, data.offeredValues, language);
  const selected = Array.isArray(data.answer) ? (data.answer as string[]) : [];
  if (choices.length > MAX_VISIBLE_CHOICES) return <ChoiceSearch {...props} choices={choices} isMultiple />;
  return <ChoiceRows {...props} isMultiple {...{ choices, selected }} onSelect={toggle} />;
};

type RowsProps = AnswerInputProps & {
  choices: readonly ChoiceOption[];
  isMultiple: boolean;
  selected: readonly (string | null)[];
  onSelect: (value: string) => void;
};

const ChoiceRows = ({ choices, selected, onSelect, ...props }: RowsProps) => (
  <div className={classes.rows}>
    {choices.map((choice) => (
      <ChoiceRow
        key={choice.value}
        {...{ ...props, choice }}
        isSelected={selected.includes(choice.value)}
        onSelect={() => onSelect(choice.value)}
      />
    ))}
  </div>
);

const ICONS: Readonly<Record<ChoiceTone, React.ReactNode>> = {
  good: <IconCheck aria-hidden />,
  bad: <IconX aria-hidden />,
  none: <IconMinus aria-hidden />,
  plain: null,
};

type ChoiceProps = AnswerInputProps & { choice: ChoiceOption; isSelected: boolean; onSelect: () => void };

type ButtonsProps = AnswerInputProps & {
  choices: readonly (ChoiceOption & { tone: ChoiceTone; icon: React.ReactNode })[];
  selected: string | null;
  onSelect: (value: string) => void;
};

const ChoiceButtons = ({ choices, selected, onSelect, ...props }: ButtonsProps) => (
  <div className={classes.buttons}>
    {choices.map((choice) => {
      const isSelected = choice.value === selected;
      return (
        // biome-ignore lint/a11y/noLabelWithoutControl: its control is inside
        <label
          key={choice.value}
          className={classes.button}
          data-selected={isSelected}
          data-tone={choice.tone}
        >
          <ChoiceControl
            {...{ ...props, choice, isSelected }}
            type="radio"
            onSelect={() => onSelect(choice.value)}
          />
          {choice.icon && <span className={classes.icon}>{choice.icon}</span>}
          <span>{choice.label}</span>
        </label>
      );
    })}
  </div>
);

export const ChoiceRow = ({ isMultiple, ...props }: ChoiceProps & { isMultiple: boolean }) => {
  const { choice, isSelected, data } = props;
  const Icon = isMultiple
    ? isSelected
      ? IconSquareCheck
      : IconSquare
    : isSelected
      ? IconCircleDot
      : IconCircle;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is inside
    <label className={classes.row} data-selected={isSelected} data-tone={data.hasFailed ? 'bad' : 'plain'}>
      <ChoiceControl {...props} type={isMultiple ? 'checkbox' : 'radio'} />
      <Icon aria-hidden className={classes.icon} />
      <span>{choice.label}</span>
    </label>
  );
};

const ChoiceControl = ({
  type,
  id,
  data,
  choice,
  isSelected,
  isReadOnly,
  onSelect,
}: ChoiceProps & { type: 'radio' | 'checkbox' }) => (
  <input
    className={classes.hidden}
    type={type}
    name={id}
    id={choice.value === data.offeredValues[0] ? id : undefined}
    checked={isSelected}
    disabled={isReadOnly}
    onChange={onSelect}
  />
);
