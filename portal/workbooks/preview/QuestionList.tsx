import { ActionIcon, Button, Fieldset, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconPlus, IconX } from '@tabler/icons-react';
import type { Field } from '#contract/workbook-definition.ts';
import { currentLanguage } from '#kit/words.ts';
import { saySentence } from '#portal/workbooks/engine-words/say-sentence.ts';
import type { Sentence } from '#sentences/sentence.ts';
import type { Answer } from '#workbook-engine/answer.ts';
import { checkAnswer } from '#workbook-engine/check-answer.ts';
import { offeredChoices } from '#workbook-engine/completion-faults.ts';
import type { Frame, Given } from '#workbook-engine/expressions/value.ts';
import { answerOf, type FormField, type FormLevel } from '#workbook-engine/form.ts';
import { showAnswer } from '#workbook-engine/show-answer.ts';
import { FieldInput } from './FieldInput.tsx';
import classes from './FormPreview.module.css';
import { useNear } from './use-near.ts';
import { usePreviewWords } from './words.ts';

/** What was typed and is no answer, and why. */
export type Refused = { value: unknown; message: string };

export type Answering = {
  given: Given;
  failures: ReadonlySet<string>;
  faults: ReadonlyMap<string, Sentence>;
  /** Whether what is still missing is told as well. */
  isCompleting: boolean;
  refused: ReadonlyMap<string, Refused>;
  onAnswer: (path: string, answer: Answer, refused?: Refused) => void;
  onAddEntry: (path: string, level: FormLevel) => void;
  onRemoveEntry: (path: string, entry: number) => void;
  /** The field at hand in the design, by its name. */
  chosen: string | null;
  onChoose: ((name: string) => void) | undefined;
  /** So many questions that one is made only when it is looked at. */
  isLong: boolean;
};

type Standing = { level: FormLevel; frame: Frame; path: string; answering: Answering };

/** The questions that stand beside each other and are asked now. */
export const QuestionList = ({ fields, ...standing }: Standing & { fields: readonly Field[] }) => (
  <Stack gap="md">
    {fields.map((field) => {
      const placed = placedOf(standing.level, field.name);
      if (!placed || !standing.frame.isRelevant[placed.slot]) return null;
      return <Question key={field.name} placed={placed} {...standing} />;
    })}
  </Stack>
);

const placedByLevel = new WeakMap<FormLevel, Map<string, FormField>>();
/** A field of a level by its name; a level may have two thousand. */
const placedOf = (level: FormLevel, name: string): FormField | undefined => {
  let byName = placedByLevel.get(level);
  if (!byName) {
    byName = new Map(level.fields.map((placed) => [placed.field.name, placed]));
    placedByLevel.set(level, byName);
  }
  return byName.get(name);
};

const Question = (props: Standing & { placed: FormField }) => {
  const { placed, path, answering } = props;
  const { type, name } = placed.field;
  const { failures, chosen, onChoose, isLong } = answering;
  const { ref, isNear } = useNear(!isLong || type === 'section');
  const here = path + name;
  return (
    <div
      ref={ref}
      id={`preview-${here}`}
      tabIndex={-1}
      className={classes.question}
      data-chosen={name === chosen}
      data-failing={failures.has(here)}
      data-far={!isNear}
      onFocusCapture={() => onChoose?.(name)}
    >
      {isNear && <Asked {...props} />}
    </div>
  );
};

const Asked = ({ placed, ...standing }: Standing & { placed: FormField }) => {
  const { frame, path, answering } = standing;
  const { field } = placed;
  const { given, failures } = answering;
  const t = usePreviewWords();
  const here = path + field.name;
  const label = placed.label?.(frame, given) ?? field.name;
  return (
    <>
      {field.type === 'section' ? (
        <Fieldset legend={label} variant="unstyled">
          <QuestionList {...standing} fields={field.fields ?? []} />
        </Fieldset>
      ) : field.type === 'repeat' ? (
        <Repeat placed={placed} label={label} {...standing} />
      ) : (
        <Answerable placed={placed} label={label} {...standing} />
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

type Labelled = Standing & { placed: FormField; label: string };

const sayFault = (fault: Sentence | undefined) => fault && saySentence(fault, currentLanguage());

const errorAt = (path: string, { refused, faults, isCompleting }: Answering, isAnswered: boolean) =>
  refused.get(path)?.message ?? (isCompleting || isAnswered ? sayFault(faults.get(path)) : undefined);

const Answerable = ({ placed, label, frame, path, answering }: Labelled) => {
  const { given, refused, onAnswer } = answering;
  const { field, indexed } = placed;
  const here = path + field.name;
  const answer = answerOf(frame.answers, field.name) ?? null;
  const hint = placed.hint?.(frame, given);
  const error = errorAt(here, answering, answer !== null);
  const take = (value: Answer) => {
    const { answer: kept, faults } = checkAnswer(indexed, value);
    const fault = faults[0];
    if (fault) onAnswer(here, null, { value, message: saySentence(fault.message, currentLanguage()) });
    else onAnswer(here, kept);
  };
  return (
    <FieldInput
      field={field}
      value={refused.get(here)?.value ?? answer}
      offered={offeredChoices(placed, frame, given)}
      shown={field.type === 'calculated' ? showAnswer(placed, frame, given) : ''}
      language={given.language}
      frame={{
        label,
        ...(hint !== undefined && { description: hint }),
        ...(error !== undefined && { error }),
        withAsterisk: placed.required?.(frame, given) ?? false,
      }}
      onAnswer={take}
    />
  );
};

const Repeat = ({ placed, label, frame, path, answering }: Labelled) => {
  const t = usePreviewWords();
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
