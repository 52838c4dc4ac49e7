import { Button, Group, SegmentedControl, Stack, Switch, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '#contract/inspection.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { type InspectedItem, isIrrelevantAndEmpty, type Question } from './list-questions.ts';
import { QuestionCard } from './QuestionCard.tsx';
import type { ReviewSearch } from './review-search.ts';
import type { ReviewState } from './use-review.ts';

const route = getRouteApi('/inspections/$inspectionId');

/** An inspection can have a thousand items of fifty questions each, too many to render at once. */
const ITEMS_AT_ONCE = 25;

/** The answers of each item: failed ones first, or in the order of the workbook. */
export const Answers = ({
  inspection,
  inspected: all,
  review,
}: {
  inspection: Inspection;
  inspected: readonly InspectedItem[];
  review: ReviewState;
}) => {
  const { t } = useTranslation('inspections');
  const { order, notAsked = false } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (changed: ReviewSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false });
  const [shown, setShown] = useState(ITEMS_AT_ONCE);
  const list = useRef<HTMLDivElement>(null);
  useQuestionKeys(list);

  const hiddenCount = all.flatMap(({ questions }) => questions).filter(isIrrelevantAndEmpty).length;
  const inspected = notAsked
    ? all
    : all.map((each) => ({ ...each, questions: each.questions.filter((one) => !isIrrelevantAndEmpty(one)) }));
  const failed = inspected.flatMap(({ itemId, title, questions }) => {
    const some = questions.filter(({ isFailed }) => isFailed);
    return some.length > 0 ? [{ itemId, title, questions: some }] : [];
  });
  const isSplit = order !== 'workbook' && failed.length > 0;
  const others = isSplit
    ? inspected
        .map((each) => ({ ...each, questions: each.questions.filter(({ isFailed }) => !isFailed) }))
        .filter(({ questions }) => questions.length > 0)
    : inspected;
  if (all.every(({ questions }) => questions.length === 0))
    return <EmptyState title={t('nothingAnswered')}>{t('nothingAnsweredHint')}</EmptyState>;
  const cards = { inspection, review };
  // The comment bar covers the end of the page.
  const isCommenting = review.canReturn && Object.keys(review.comments).length > 0;
  return (
    <Stack ref={list} gap="md" pb={isCommenting ? 88 : 0}>
      {(failed.length > 0 || hiddenCount > 0) && (
        <Group gap="md">
          {failed.length > 0 && (
            <SegmentedControl
              size="xs"
              aria-label={t('orderOfAnswers')}
              value={order ?? 'failed'}
              onChange={(selected) => show({ order: selected === 'workbook' ? selected : undefined })}
              data={[
                { value: 'failed', label: t('failedFirst') },
                { value: 'workbook', label: t('workbookOrder') },
              ]}
            />
          )}
          {hiddenCount > 0 && (
            <Switch
              size="sm"
              label={t('showNotAsked', { count: hiddenCount })}
              checked={notAsked}
              onChange={(event) => show({ notAsked: event.currentTarget.checked || undefined })}
            />
          )}
        </Group>
      )}
      {isSplit && (
        <>
          <Title order={2}>{t('failedAnswers')}</Title>
          <Cards inspected={failed} {...cards} />
          <Title order={2}>{t('otherAnswers')}</Title>
        </>
      )}
      {!isSplit && <Title order={2}>{t('answers')}</Title>}
      <Cards inspected={others.slice(0, shown)} {...cards} />
      {others.length > shown && (
        <Button variant="default" w="fit-content" onClick={() => setShown(shown + ITEMS_AT_ONCE)}>
          {t('moreItems', { count: Math.min(ITEMS_AT_ONCE, others.length - shown), all: others.length })}
        </Button>
      )}
    </Stack>
  );
};

const Cards = ({
  inspected,
  inspection,
  review: { canReturn, comments, comment },
}: {
  inspected: readonly Omit<InspectedItem, 'labelOf'>[];
  inspection: Inspection;
  review: ReviewState;
}) =>
  inspected.map(({ itemId, title, questions }) => (
    <Stack key={itemId} gap="xs">
      {title !== undefined && (
        <Title order={3} size="md">
          {title}
        </Title>
      )}
      {questions.map((question: Question) => (
        <QuestionCard
          key={question.key}
          question={question}
          inspection={inspection}
          comment={comments[question.key]}
          onComment={canReturn ? (text) => comment(question.key, text) : undefined}
        />
      ))}
    </Stack>
  ));

/** Shortcuts: j and k move between questions, c comments on the focused question. */
const useQuestionKeys = (list: RefObject<HTMLDivElement | null>) => {
  const { t } = useTranslation('inspections');
  const step = (by: 1 | -1) => {
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('[data-question]') ?? [])];
    const at = cards.findIndex((card) => card.contains(document.activeElement));
    const next = at === -1 ? cards.at(by === 1 ? 0 : -1) : cards[at + by];
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut({ keys: 'j', label: t('nextQuestion'), run: () => step(1) });
  useShortcut({ keys: 'k', label: t('previousQuestion'), run: () => step(-1) });
  useShortcut({
    keys: 'c',
    label: t('comment'),
    run: () => {
      const card = document.activeElement?.closest('[data-question]');
      card?.querySelector<HTMLElement>('[data-comment]')?.click();
    },
  });
};
