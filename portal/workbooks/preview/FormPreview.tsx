import { Alert, Button, Group, List, Select, Stack, Text, UnstyledButton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/workbook-definition.ts';
import { currentLanguage } from '#kit/language.ts';
import { browserTimeZone } from '#kit/moments.ts';
import { translateSentence } from '#kit/translate-sentence.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { withAnswer, withEntry, withoutEntry } from '#workbook-engine/change-answers.ts';
import { type EvaluatedForm, evaluateForm } from '#workbook-engine/evaluate-form.ts';
import { EvaluationLimitError } from '#workbook-engine/expressions/budget.ts';
import { type Form, rootLevel } from '#workbook-engine/form.ts';
import { prefill } from '#workbook-engine/prefill.ts';
import classes from './FormPreview.module.css';
import { PrefillTest, type Property, valuesOf } from './PrefillTest.tsx';
import { type InvalidInput, QuestionList } from './QuestionList.tsx';

type Props = {
  title: string;
  fields: readonly Field[];
  form: Form;
  languages: readonly string[];
  selected: string | null;
  onSelect: (name: string) => void;
};

/** With more questions, those outside the viewport are not rendered. */
const MANY_QUESTIONS = 150;

const NO_INVALID: ReadonlyMap<string, InvalidInput> = new Map();

/** A preview of the workbook on a phone, evaluated by the same engine as on the server. */
export const FormPreview = ({ title, fields, form, languages, selected, onSelect }: Props) => {
  const { t } = useTranslation('preview');
  const [language, setLanguage] = useState<string | null>(null);
  const [properties, setProperties] = useState<Property[]>([]);
  const [now, setNow] = useState(Date.now);
  const [isCompleting, setCompleting] = useState(false);
  const [invalid, setInvalid] = useState(NO_INVALID);
  const shownLanguage =
    [language, currentLanguage()].find((tag) => tag !== null && languages.includes(tag)) ??
    languages[0] ??
    currentLanguage();
  const evaluationContext = { now, timeZone: browserTimeZone(), language: shownLanguage };
  // Shows the current defaults until a question is answered.
  const [answered, setAnswered] = useState<Answers | null>(null);
  const started = useMemo(
    () => startOf(form, properties, now, shownLanguage),
    [form, properties, now, shownLanguage],
  );
  const answers = answered ?? started?.answers ?? {};
  const evaluated = useMemo(
    () => evaluateSafely(form, answers, { now, timeZone: browserTimeZone(), language: shownLanguage }),
    [form, answers, now, shownLanguage],
  );

  const restart = () => {
    setAnswered(null);
    setInvalid(NO_INVALID);
    setCompleting(false);
    setNow(Date.now());
  };
  const show = (path: string) => {
    const question = document.getElementById(`preview-${path}`);
    question?.scrollIntoView({ block: 'center' });
    (question?.querySelector<HTMLElement>('input, textarea, button') ?? question)?.focus();
  };

  return (
    <Stack gap="sm">
      <Group gap="xs">
        {languages.length > 1 && (
          <Select
            size="xs"
            w={90}
            aria-label={t('language')}
            data={[...languages]}
            value={shownLanguage}
            onChange={setLanguage}
            allowDeselect={false}
          />
        )}
        <Button size="xs" variant="default" onClick={restart}>
          {t('restart')}
        </Button>
        <PrefillTest
          properties={properties}
          report={started?.report}
          onStart={(chosenProperties) => {
            setProperties(chosenProperties);
            restart();
          }}
        />
      </Group>
      <section className={classes.phone} aria-label={t('phone')}>
        <div className={classes.head}>
          <Text fw={650}>{title}</Text>
        </div>
        <div className={classes.questions}>
          {fields.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('empty')}
            </Text>
          )}
          {evaluated === null && <Alert color="red">{t('tooMuch')}</Alert>}
          {evaluated && (
            <QuestionList
              fields={fields}
              level={rootLevel(form)}
              frame={evaluated.filled.root}
              path=""
              answering={{
                ...evaluated,
                given: evaluated.filled.given,
                isCompleting,
                invalid,
                selected,
                onSelect,
                isLong: form.levels.reduce((sum, level) => sum + level.fields.length, 0) > MANY_QUESTIONS,
                onAnswer: (path, answer, no) => {
                  const others = new Map(invalid);
                  others.delete(path);
                  setInvalid(no ? others.set(path, no) : others);
                  setAnswered(withAnswer(answers, path, answer));
                },
                onAddEntry: (path, level) =>
                  setAnswered(withEntry(answers, path, { form, level, evaluationContext })),
                onRemoveEntry: (path, entry) => {
                  setInvalid(NO_INVALID);
                  setAnswered(withoutEntry(answers, path, entry));
                },
              }}
            />
          )}
        </div>
        {evaluated && fields.length > 0 && (
          <Summary
            evaluated={evaluated}
            isCompleting={isCompleting}
            onComplete={() => setCompleting(true)}
            onShow={show}
          />
        )}
      </section>
    </Stack>
  );
};

const startOf = (form: Form, properties: readonly Property[], now: number, language: string) => {
  try {
    return prefill(form, valuesOf(properties), { now, timeZone: browserTimeZone(), language });
  } catch (error) {
    if (error instanceof EvaluationLimitError) return null;
    throw error;
  }
};

const evaluateSafely = (...given: Parameters<typeof evaluateForm>): EvaluatedForm | null => {
  try {
    return evaluateForm(...given);
  } catch (error) {
    if (error instanceof EvaluationLimitError) return null;
    throw error;
  }
};

const Summary = ({
  evaluated: { failures, issues },
  isCompleting,
  onComplete,
  onShow,
}: {
  evaluated: EvaluatedForm;
  isCompleting: boolean;
  onComplete: () => void;
  onShow: (path: string) => void;
}) => {
  const { t } = useTranslation('preview');
  return (
    <div className={classes.foot}>
      <Group justify="space-between" role="status">
        {failures.size === 0 ? (
          <Text size="sm" className={classes.passes}>
            {t('passes')}
          </Text>
        ) : (
          <Text className={classes.fails}>{t('failing', { count: failures.size })}</Text>
        )}
        <Button size="xs" onClick={onComplete}>
          {t('complete')}
        </Button>
      </Group>
      {isCompleting && (
        <Text size="sm" mt="xs" role="status">
          {issues.size === 0 ? t('completed') : t('open', { count: issues.size })}
        </Text>
      )}
      {isCompleting && issues.size > 0 && (
        <List size="sm" listStyleType="none">
          {[...issues].map(([path, message]) => (
            <List.Item key={path}>
              <UnstyledButton onClick={() => onShow(path)} td="underline" fz="sm" py={3}>
                {translateSentence(message, currentLanguage())}
              </UnstyledButton>
            </List.Item>
          ))}
        </List>
      )}
    </div>
  );
};
