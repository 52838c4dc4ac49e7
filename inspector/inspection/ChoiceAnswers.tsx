import {
  IconCheck,
  IconCircle,
  IconCircleDot,
  IconMinus,
  IconSquare,
  IconSquareCheck,
  IconX,
} from '@tabler/icons-react';
import type { Field } from '#contract/workbook-definition.ts';
import { localText } from '#workbook-engine/local-text.ts';
import type { AnswerInputProps } from './answer-input.ts';
import { ChoiceSearch } from './ChoiceSearch.tsx';
import { areShort, type ChoiceTone, toneOfChoice } from './choice-tone.ts';
import classes from './inputs.module.css';
import { useInspectionWords } from './words.ts';

/** As many choices as are read at a glance; more are searched. */
const MOST_AT_A_GLANCE = 8;

export type ShownChoice = { value: string; label: string };

const choicesOf = (field: Field, offered: readonly string[], language: string): ShownChoice[] => {
  const labels = new Map(field.choices?.map(({ value, label }) => [value, label]));
  return offered.map((value) => {
    const label = labels.get(value);
    return { value, label: label === undefined ? value : localText(label, language) };
  });
};

export const YesOrNo = (props: AnswerInputProps) => {
  const { facts, take } = props;
  const t = useInspectionWords();
  const chosen = typeof facts.answer === 'boolean' ? String(facts.answer) : null;
  // What it means is the workbook's to say, so only what was chosen has a colour.
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
          tone={choice.value === chosen ? tone : 'plain'}
          isChosen={choice.value === chosen}
          sign={choice.sign}
          onChoose={() => take(choice.value === 'true')}
        />
      ))}
    </div>
  );
};

export const OneChoice = (props: AnswerInputProps) => {
  const { field, facts, language, take } = props;
  const choices = choicesOf(field, facts.offered, language);
  const chosen = typeof facts.answer === 'string' ? facts.answer : null;
  if (choices.length > MOST_AT_A_GLANCE) return <ChoiceSearch {...props} choices={choices} isMany={false} />;
  if (areShort(choices.map(({ label }) => label)))
    return (
      <div className={classes.bigs}>
        {choices.map((choice) => {
          const isChosen = choice.value === chosen;
          const tone = isChosen && facts.isFailing ? 'bad' : toneOfChoice(choice.value, choice.label);
          return (
            <BigChoice
              key={choice.value}
              {...props}
              {...{ choice, tone, isChosen }}
              sign={SIGNS[tone]}
              onChoose={() => take(choice.value)}
            />
          );
        })}
      </div>
    );
  return <ChoiceRows {...props} choices={choices} isMany={false} chosen={[chosen]} onChoose={take} />;
};

export const SeveralChoices = (props: AnswerInputProps) => {
  const { field, facts, language, acts } = props;
  const choices = choicesOf(field, facts.offered, language);
  const chosen = Array.isArray(facts.answer) ? (facts.answer as string[]) : [];
  if (choices.length > MOST_AT_A_GLANCE) return <ChoiceSearch {...props} choices={choices} isMany />;
  const toggle = (value: string) => acts.toggle(facts.path, value);
  return <ChoiceRows {...props} isMany {...{ choices, chosen }} onChoose={toggle} />;
};

type RowsProps = AnswerInputProps & {
  choices: readonly ShownChoice[];
  isMany: boolean;
  chosen: readonly (string | null)[];
  onChoose: (value: string) => void;
};

/** Below each other: what is long, and what may be chosen with others. */
const ChoiceRows = ({ choices, chosen, onChoose, ...props }: RowsProps) => (
  <div className={classes.rows}>
    {choices.map((choice) => (
      <ChoiceRow
        key={choice.value}
        {...{ ...props, choice }}
        isChosen={chosen.includes(choice.value)}
        onChoose={() => onChoose(choice.value)}
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

type ChoiceProps = AnswerInputProps & { choice: ShownChoice; isChosen: boolean; onChoose: () => void };

const BigChoice = ({ tone, sign, ...props }: ChoiceProps & { tone: ChoiceTone; sign: React.ReactNode }) => {
  const { choice, isChosen } = props;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is within
    <label className={classes.big} data-chosen={isChosen} data-tone={tone}>
      <ChoiceControl {...props} type="radio" />
      {sign && <span className={classes.sign}>{sign}</span>}
      <span>{choice.label}</span>
    </label>
  );
};

export const ChoiceRow = ({ isMany, ...props }: ChoiceProps & { isMany: boolean }) => {
  const { choice, isChosen, facts } = props;
  const Sign = isMany ? (isChosen ? IconSquareCheck : IconSquare) : isChosen ? IconCircleDot : IconCircle;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is within
    <label className={classes.row} data-chosen={isChosen} data-tone={facts.isFailing ? 'bad' : 'plain'}>
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
  isChosen,
  isReadOnly,
  onChoose,
}: ChoiceProps & { type: 'radio' | 'checkbox' }) => (
  <input
    className={classes.hidden}
    type={type}
    name={id}
    id={choice.value === firstOf(facts) ? id : undefined}
    checked={isChosen}
    disabled={isReadOnly}
    onChange={onChoose}
  />
);

const firstOf = ({ offered }: AnswerInputProps['facts']) => offered[0];
