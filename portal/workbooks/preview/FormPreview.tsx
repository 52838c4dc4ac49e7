import { Alert, Button, Group, List, Select, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/workbook-definition.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { getBrowserTimeZone } from '#kit/date-time-format.ts';
import { listWorkbookChoices } from '#portal/api/workbooks.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import type { Target } from '#questions/answer-context.ts';
import { listOpenIssues } from '#questions/open-issues.ts';
import { QuestionList } from '#questions/QuestionList.tsx';
import { QuestionComponentsProvider } from '#questions/question-components.ts';
import { type EvaluatedForm, evaluateForm } from '#workbook-engine/evaluate-form.ts';
import { evaluateWithinLimit } from '#workbook-engine/expressions/budget.ts';
import { type Form, rootLevelOf } from '#workbook-engine/form.ts';
import { prefill } from '#workbook-engine/prefill.ts';
import classes from './FormPreview.module.css';
import { PrefillTest, type Property, toCustomValues } from './PrefillTest.tsx';
import { SAMPLE_COMPONENTS } from './SampleEvidence.tsx';
import { useSampleAnswers } from './use-sample-answers.ts';

type Props = {
  title: string;
  fields: readonly Field[];
  form: Form;
  languages: readonly string[];
  selectedName: string | null;
  onSelect: (name: string) => void;
};

export const FormPreview = ({ title, fields, form, languages, selectedName, onSelect }: Props) => {
  const { t } = useTranslation('preview');
  const { t: tQuestions } = useTranslation('questions');
  const workbooks = useQuery({ queryKey: ['workbook-choices'], queryFn: listWorkbookChoices });
  const workbookTitles = useMemo(
    () =>
      Object.fromEntries((workbooks.data?.workbooks ?? []).map(({ name, title: label }) => [name, label])),
    [workbooks.data],
  );
  const [selectedLanguage, setSelectedLanguage] = useState<string | null>(null);
  const [properties, setProperties] = useState<Property[]>([]);
  const [now, setNow] = useState(Date.now);
  const [isCompleting, setCompleting] = useState(false);
  const [target, setTarget] = useState<Target>(null);
  const language =
    [selectedLanguage, currentLanguage()].find((tag) => tag !== null && languages.includes(tag)) ??
    languages[0] ??
    currentLanguage();
  const evaluationContext = useMemo(
    () => ({ now, timeZone: getBrowserTimeZone(), language }),
    [now, language],
  );
  const prefillResult = useMemo(
    () => evaluateWithinLimit(() => prefill(form, toCustomValues(properties), evaluationContext)),
    [form, properties, evaluationContext],
  );
  const { answers, actions, clear, resetCount } = useSampleAnswers(prefillResult?.answers, onSelect);
  const evaluatedForm = useMemo(
    () => evaluateWithinLimit(() => evaluateForm(form, answers, evaluationContext)),
    [form, answers, evaluationContext],
  );

  const restart = () => {
    clear();
    setTarget(null);
    setCompleting(false);
    setNow(Date.now());
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
            value={language}
            onChange={setSelectedLanguage}
            allowDeselect={false}
          />
        )}
        <Button size="xs" variant="default" onClick={restart}>
          {t('restart')}
        </Button>
        <PrefillTest
          properties={properties}
          report={prefillResult?.report}
          onStart={(testedProperties) => {
            setProperties(testedProperties);
            restart();
          }}
        />
      </Group>
      <section className={classes.phone} aria-label={t('phone')}>
        <div className={classes.head}>
          <Title order={2} size="md">
            {title}
          </Title>
        </div>
        <div>
          {fields.length === 0 && <DimmedText className={classes.empty!}>{t('empty')}</DimmedText>}
          {evaluatedForm === null && <Alert color="red">{t('limitExceeded')}</Alert>}
          {evaluatedForm && (
            <QuestionComponentsProvider value={SAMPLE_COMPONENTS}>
              <QuestionList
                key={resetCount}
                fields={fields}
                level={rootLevelOf(form)}
                frame={evaluatedForm.filledForm.root}
                path=""
                answerContext={{
                  evaluatedForm,
                  isCompleting,
                  selectedField: selectedName,
                  target,
                  t: tQuestions,
                  createEvaluationContext: () => evaluationContext,
                  answerSet: { answers, comments: {} },
                  language,
                  isReadOnly: false,
                  conflicts: [],
                  listReviewComments: () => [],
                  previousInspection: undefined,
                  teamTitle: undefined,
                  workbookTitles,
                }}
                actions={actions}
              />
            </QuestionComponentsProvider>
          )}
        </div>
        {evaluatedForm && fields.length > 0 && (
          <Summary
            evaluatedForm={evaluatedForm}
            isCompleting={isCompleting}
            onComplete={() => setCompleting(true)}
            onShow={(path) => setTarget({ path, mode: 'edit' })}
          />
        )}
      </section>
    </Stack>
  );
};

type SummaryProps = {
  evaluatedForm: EvaluatedForm;
  isCompleting: boolean;
  onComplete: () => void;
  onShow: (path: string) => void;
};

const Summary = ({ evaluatedForm, isCompleting, onComplete, onShow }: SummaryProps) => {
  const { t } = useTranslation('preview');
  const { t: tQuestions } = useTranslation('questions');
  const { failures, issues } = evaluatedForm;
  return (
    <div className={classes.foot}>
      <Group justify="space-between" role="status">
        {failures.size === 0 ? (
          <Text size="sm" className={classes.noFailures}>
            {t('noFailures')}
          </Text>
        ) : (
          <Text className={classes.failures}>{t('failures', { count: failures.size })}</Text>
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
          {listOpenIssues(evaluatedForm, tQuestions).map(({ path, message }) => (
            <List.Item key={path}>
              <UnstyledButton onClick={() => onShow(path)} td="underline" fz="sm" py={3}>
                {message}
              </UnstyledButton>
            </List.Item>
          ))}
        </List>
      )}
    </div>
  );
};
