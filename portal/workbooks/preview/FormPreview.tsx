import { Alert, Button, Group, List, Select, Stack, Text, UnstyledButton } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Field } from '#contract/workbook-definition.ts';
import { browserTimeZone } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { saySentence } from '#portal/workbooks/engine-words/say-sentence.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { withAnswer, withEntry, withoutEntry } from '#workbook-engine/change-answers.ts';
import { TooMuchToJudge } from '#workbook-engine/expressions/budget.ts';
import { type Form, rootLevel } from '#workbook-engine/form.ts';
import { type Judged, judge } from '#workbook-engine/judge-form.ts';
import { prefill } from '#workbook-engine/prefill.ts';
import classes from './FormPreview.module.css';
import { PrefillTrial, type Property, valuesOf } from './PrefillTrial.tsx';
import { QuestionList, type Refused } from './QuestionList.tsx';
import { usePreviewWords } from './words.ts';

type Props = {
  title: string;
  fields: readonly Field[];
  form: Form;
  languages: readonly string[];
  chosen: string | null;
  onChoose: (name: string) => void;
};

/** With more questions than these, those far from what is seen are not made yet. */
const MANY_QUESTIONS = 150;

const NOTHING_REFUSED: ReadonlyMap<string, Refused> = new Map();

/** The workbook on a phone, answered by the designer and judged by the real engine. */
export const FormPreview = ({ title, fields, form, languages, chosen, onChoose }: Props) => {
  const t = usePreviewWords();
  const [language, setLanguage] = useState<string | null>(null);
  const [properties, setProperties] = useState<Property[]>([]);
  const [now, setNow] = useState(Date.now);
  const [isCompleting, setCompleting] = useState(false);
  const [refused, setRefused] = useState(NOTHING_REFUSED);
  const spoken =
    [language, currentLanguage()].find((tag) => tag !== null && languages.includes(tag)) ??
    languages[0] ??
    currentLanguage();
  const circumstances = { now, timeZone: browserTimeZone(), language: spoken };
  // Until something is answered the defaults of the design of the moment stand in it.
  const [answered, setAnswered] = useState<Answers | null>(null);
  const started = useMemo(() => startOf(form, properties, now, spoken), [form, properties, now, spoken]);
  const answers = answered ?? started?.answers ?? {};
  const judged = useMemo(
    () => judgeSafely(form, answers, { now, timeZone: browserTimeZone(), language: spoken }),
    [form, answers, now, spoken],
  );

  const restart = () => {
    setAnswered(null);
    setRefused(NOTHING_REFUSED);
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
            value={spoken}
            onChange={setLanguage}
            allowDeselect={false}
          />
        )}
        <Button size="xs" variant="default" onClick={restart}>
          {t('restart')}
        </Button>
        <PrefillTrial
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
          {judged === null && <Alert color="red">{t('tooMuch')}</Alert>}
          {judged && (
            <QuestionList
              fields={fields}
              level={rootLevel(form)}
              frame={judged.filled.root}
              path=""
              answering={{
                ...judged,
                given: judged.filled.given,
                isCompleting,
                refused,
                chosen,
                onChoose,
                isLong: form.levels.reduce((sum, level) => sum + level.fields.length, 0) > MANY_QUESTIONS,
                onAnswer: (path, answer, no) => {
                  const others = new Map(refused);
                  others.delete(path);
                  setRefused(no ? others.set(path, no) : others);
                  setAnswered(withAnswer(answers, path, answer));
                },
                onAddEntry: (path, level) =>
                  setAnswered(withEntry(answers, path, { form, level, circumstances })),
                onRemoveEntry: (path, entry) => {
                  setRefused(NOTHING_REFUSED);
                  setAnswered(withoutEntry(answers, path, entry));
                },
              }}
            />
          )}
        </div>
        {judged && fields.length > 0 && (
          <Verdict
            judged={judged}
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
    if (error instanceof TooMuchToJudge) return null;
    throw error;
  }
};

const judgeSafely = (...given: Parameters<typeof judge>): Judged | null => {
  try {
    return judge(...given);
  } catch (error) {
    if (error instanceof TooMuchToJudge) return null;
    throw error;
  }
};

const Verdict = ({
  judged: { failures, faults },
  isCompleting,
  onComplete,
  onShow,
}: {
  judged: Judged;
  isCompleting: boolean;
  onComplete: () => void;
  onShow: (path: string) => void;
}) => {
  const t = usePreviewWords();
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
          {faults.size === 0 ? t('completed') : t('open', { count: faults.size })}
        </Text>
      )}
      {isCompleting && faults.size > 0 && (
        <List size="sm" listStyleType="none">
          {[...faults].map(([path, message]) => (
            <List.Item key={path}>
              <UnstyledButton onClick={() => onShow(path)} td="underline" fz="sm" py={3}>
                {saySentence(message, currentLanguage())}
              </UnstyledButton>
            </List.Item>
          ))}
        </List>
      )}
    </div>
  );
};
