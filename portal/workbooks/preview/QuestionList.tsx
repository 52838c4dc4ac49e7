import { ActionIcon, Button, Fieldset, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/workbook-definition.ts';
import type { Sentence } from '#i18n/sentence.ts';
import { currentLanguage } from '#kit/language.ts';
import { translateSentence } from '#kit/translate-sentence.ts';
import type { Answer } from '#workbook-engine/answer.ts';
import { checkAnswer } from '#workbook-engine/check-answer.ts';
import { offeredChoices } from '#workbook-engine/completion-issues.ts';
import type { Frame, Given } from '#workbook-engine/expressions/value.ts';
import { answerOf, type FormField, type FormLevel } from '#workbook-engine/form.ts';
import { showAnswer } from '#workbook-engine/show-answer.ts';
import { FieldInput } from './FieldInput.tsx';
import classes from './FormPreview.module.css';
import { useNearViewport } from './use-near-viewport.ts';

/** An invalid input with its error. */
export type InvalidInput = { value: unknown; message: string };

export type AnswerState = {
  given: Given;
  failures: ReadonlySet<string>;
  issues: ReadonlyMap<string, Sentence>;
  /** Whether missing answers are reported. */
  isCompleting: boolean;
  invalid: ReadonlyMap<string, InvalidInput>;
  onAnswer: (path: string, answer: Answer, invalid?: InvalidInput) => void;
  onAddEntry: (path: string, level: FormLevel) => void;
  onRemoveEntry: (path: string, entry: number) => void;
  /** The name of the field that is selected in the editor. */
  selected: string | null;
  onSelect: ((name: string) => void) | undefined;
  /** Whether questions are rendered only near the viewport. */
  isLong: boolean;
};

type QuestionContext = { level: FormLevel; frame: Frame; path: string; answering: AnswerState };

/** The relevant questions of one level. */
export const QuestionList = ({ fields, ...context }: QuestionContext & { fields: readonly Field[] }) => (
  <Stack gap="md">
    {fields.map((field) => {
      const placed = placedOf(context.level, field.name);
      if (!placed || !context.frame.isRelevant[placed.slot]) return null;
      return <Question key={field.name} placed={placed} {...context} />;
    })}
  </Stack>
);

const placedByLevel = new WeakMap<FormLevel, Map<string, FormField>>();
/** Finds a field of a level by name. Cached, because a level can have 2,000 fields. */
const placedOf = (level: FormLevel, name: string): FormField | undefined => {
  let byName = placedByLevel.get(level);
  if (!byName) {
    byName = new Map(level.fields.map((placed) => [placed.field.name, placed]));
    placedByLevel.set(level, byName);
  }
  return byName.get(name);
};

const Question = (props: QuestionContext & { placed: FormField }) => {
  const { placed, path, answering } = props;
  const { type, name } = placed.field;
  const { failures, selected, onSelect, isLong } = answering;
  const { ref, isNear } = useNearViewport(!isLong || type === 'section');
  const here = path + name;
  return (
    <div
      ref={ref}
      id={`preview-${here}`}
      tabIndex={-1}
      className={classes.question}
      data-selected={name === selected}
      data-failing={failures.has(here)}
      data-far={!isNear}
      onFocusCapture={() => onSelect?.(name)}
    >
      {isNear && <Asked {...props} />}
    </div>
  );
};

const Asked = ({ placed, ...context }: QuestionContext & { placed: FormField }) => {
  const { frame, path, answering } = context;
  const { field } = placed;
  const { given, failures } = answering;
  const { t } = useTranslation('preview');
  const here = path + field.name;
  const label = placed.label?.(frame, given) ?? field.name;
  return (
    <>
      {field.type === 'section' ? (
        <Fieldset legend={label} variant="unstyled">
          <QuestionList {...context} fields={field.fields ?? []} />
        </Fieldset>
      ) : field.type === 'repeat' ? (
        <Repeat placed={placed} label={label} {...context} />
      ) : (
        <Answerable placed={placed} label={label} {...context} />
      )}
      {failures.has(here) && (
        <Group gap={4} className={classes.fails}>
          <IconAlertCircle size={16} aria-hidden />
          {t('fails')}
        </Group>
      )}
    </>
  );
};

type Labelled = QuestionContext & { placed: FormField; label: string };

const errorText = (issue: Sentence | undefined) => issue && translateSentence(issue, currentLanguage());

const errorAt = (path: string, { invalid, issues, isCompleting }: AnswerState, isAnswered: boolean) =>
  invalid.get(path)?.message ?? (isCompleting || isAnswered ? errorText(issues.get(path)) : undefined);

const Answerable = ({ placed, label, frame, path, answering }: Labelled) => {
  const { given, invalid, onAnswer } = answering;
  const { field, indexed } = placed;
  const here = path + field.name;
  const answer = answerOf(frame.answers, field.name) ?? null;
  const hint = placed.hint?.(frame, given);
  const error = errorAt(here, answering, answer !== null);
  const submit = (value: Answer) => {
    const { answer: accepted, issues } = checkAnswer(indexed, value);
    const issue = issues[0];
    if (issue) onAnswer(here, null, { value, message: translateSentence(issue.message, currentLanguage()) });
    else onAnswer(here, accepted);
  };
  return (
    <FieldInput
      field={field}
      value={invalid.get(here)?.value ?? answer}
      offered={offeredChoices(placed, frame, given)}
      shown={field.type === 'calculated' ? showAnswer(placed, frame, given) : ''}
      language={given.language}
      frame={{
        label,
        ...(hint !== undefined && { description: hint }),
        ...(error !== undefined && { error }),
        withAsterisk: placed.required?.(frame, given) ?? false,
      }}
      onAnswer={submit}
    />
  );
};

const Repeat = ({ placed, label, frame, path, answering }: Labelled) => {
  const { t } = useTranslation('preview');
  const here = path + placed.field.name;
  const entries = frame.values[placed.slot] as readonly Frame[];
  const hint = placed.hint?.(frame, answering.given);
  const error = errorAt(here, answering, entries.length > 0);
  return (
    <Fieldset legend={label} variant="unstyled">
      {hint !== undefined && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      <Stack gap="sm">
        {entries.map((entry, place) => (
          <div key={entry.position} className={classes.entry}>
            <Group justify="space-between" mb={4}>
              <Title order={4} size="sm">
                {t('entry', { number: place + 1 })}
              </Title>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('removeEntry', { number: place + 1 })}
                onClick={() => answering.onRemoveEntry(here, place)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Group>
            <QuestionList
              fields={placed.field.fields ?? []}
              level={placed.entry!}
              frame={entry}
              path={`${here}[${place}].`}
              answering={answering}
            />
          </div>
        ))}
        {error !== undefined && (
          <Text size="sm" className={classes.fails}>
            {error}
          </Text>
        )}
        <Button
          size="xs"
          variant="default"
          w="fit-content"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => answering.onAddEntry(here, placed.entry!)}
        >
          {t('addEntry')}
        </Button>
      </Stack>
    </Fieldset>
  );
};
