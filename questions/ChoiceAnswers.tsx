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
import { localText } from '#workbook-engine/local-text.ts';
import type { AnswerInputProps } from './answer-input.ts';
import { ChoiceSearch } from './ChoiceSearch.tsx';
import { areShort, type ChoiceTone, toneOfChoice } from './choice-tone.ts';
import classes from './inputs.module.css';

/** Up to this many choices are shown on the page; more are shown in a list with search. */
const MAX_VISIBLE_CHOICES = 8;

export type ShownChoice = { value: string; label: string };

const choicesOf = (field: Field, offered: readonly string[], language: string): ShownChoice[] => {
  const labels = new Map(field.choices?.map(({ value, label }) => [value, label]));
  return offered.map((value) => {
    const label = labels.get(value);
    return { value, label: label === undefined ? value : localText(label, language) };
  });
};

export const YesOrNo = (props: AnswerInputProps) => {
  const { facts, save } = props;
  const { t } = useTranslation('questions');
  const selected = typeof facts.answer === 'boolean' ? String(facts.answer) : null;
  // The meaning of yes and no depends on the workbook, so only the selected answer has a color.
  const tone = facts.isFailing ? 'bad' : props.field.failWhen ? 'good' : 'plain';
  const choices = [
    { value: 'true', label: t('yes'), sign: <IconCheck aria-hidden /> },
    { value: 'false', label: t('no'), sign: <IconX aria-hidden /> },
  ];
  return (
    <div className={classes.bigs}>
      {choices.map((choice) => (
        <BigChoice
          key={choice.value}
          {...props}
          choice={choice}
          tone={choice.value === selected ? tone : 'plain'}
          isSelected={choice.value === selected}
          sign={choice.sign}
          onSelect={() => save(choice.value === 'true')}
        />
      ))}
    </div>
  );
};

export const OneChoice = (props: AnswerInputProps) => {
  const { field, facts, language, save } = props;
  const choices = choicesOf(field, facts.offered, language);
  const selected = typeof facts.answer === 'string' ? facts.answer : null;
  if (choices.length > MAX_VISIBLE_CHOICES)
    return <ChoiceSearch {...props} choices={choices} isMany={false} />;
  if (areShort(choices.map(({ label }) => label)))
    return (
      <div className={classes.bigs}>
        {choices.map((choice) => {
          const isSelected = choice.value === selected;
          const tone = isSelected && facts.isFailing ? 'bad' : toneOfChoice(choice.value, choice.label);
          return (
            <BigChoice
              key={choice.value}
              {...props}
              {...{ choice, tone, isSelected }}
              sign={SIGNS[tone]}
              onSelect={() => save(choice.value)}
            />
          );
        })}
      </div>
    );
  return <ChoiceRows {...props} choices={choices} isMany={false} selected={[selected]} onSelect={save} />;
};

export const SeveralChoices = (props: AnswerInputProps) => {
  const { field, facts, language, toggle } = props;
  const choices = choicesOf(field, facts.offered, language);
  const selected = Array.isArray(facts.answer) ? (facts.answer as string[]) : [];
  if (choices.length > MAX_VISIBLE_CHOICES) return <ChoiceSearch {...props} choices={choices} isMany />;
  return <ChoiceRows {...props} isMany {...{ choices, selected }} onSelect={toggle} />;
};

type RowsProps = AnswerInputProps & {
  choices: readonly ShownChoice[];
  isMany: boolean;
  selected: readonly (string | null)[];
  onSelect: (value: string) => void;
};

/** Choices below each other, for long labels and for several answers. */
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

const SIGNS: Readonly<Record<ChoiceTone, React.ReactNode>> = {
  good: <IconCheck aria-hidden />,
  bad: <IconX aria-hidden />,
  none: <IconMinus aria-hidden />,
  plain: null,
};

type ChoiceProps = AnswerInputProps & { choice: ShownChoice; isSelected: boolean; onSelect: () => void };

const BigChoice = ({ tone, sign, ...props }: ChoiceProps & { tone: ChoiceTone; sign: React.ReactNode }) => {
  const { choice, isSelected } = props;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is inside
    <label className={classes.big} data-selected={isSelected} data-tone={tone}>
      <ChoiceControl {...props} type="radio" />
      {sign && <span className={classes.sign}>{sign}</span>}
      <span>{choice.label}</span>
    </label>
  );
};

export const ChoiceRow = ({ isMany, ...props }: ChoiceProps & { isMany: boolean }) => {
  const { choice, isSelected, facts } = props;
  const Sign = isMany ? (isSelected ? IconSquareCheck : IconSquare) : isSelected ? IconCircleDot : IconCircle;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is inside
    <label className={classes.row} data-selected={isSelected} data-tone={facts.isFailing ? 'bad' : 'plain'}>
      <ChoiceControl {...props} type={isMany ? 'checkbox' : 'radio'} />
      <Sign aria-hidden className={classes.sign} />
      <span>{choice.label}</span>
    </label>
  );
};

const ChoiceControl = ({
  type,
  id,
  facts,
  choice,
  isSelected,
  isReadOnly,
  onSelect,
}: ChoiceProps & { type: 'radio' | 'checkbox' }) => (
  <input
    className={classes.hidden}
    type={type}
    name={id}
    id={choice.value === firstOf(facts) ? id : undefined}
    checked={isSelected}
    disabled={isReadOnly}
    onChange={onSelect}
  />
);

const firstOf = ({ offered }: AnswerInputProps['facts']) => offered[0];
