import { Alert, Button, Group, SegmentedControl, Stack, Switch, Text, Title } from '@mantine/core';
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

/** An inspection can have a thousand items with fifty questions each, too many to render together. */
const PAGE_SIZE = 25;

type Props = { inspection: Inspection; items: readonly InspectedItem[]; review: ReviewState };

export const Answers = ({ inspection, items, review }: Props) => {
  const { t } = useTranslation('inspections');
  const { order, notAsked = false } = route.useSearch();
  const navigate = route.useNavigate();
  const changeSearch = (changes: ReviewSearch) =>
    void navigate({ search: (search) => ({ ...search, ...changes }), replace: true, resetScroll: false });
  const [maxItems, setMaxItems] = useState(PAGE_SIZE);
  const list = useRef<HTMLDivElement>(null);
  useQuestionKeys(list);

  const hiddenCount = items.flatMap(({ questions }) => questions).filter(isIrrelevantAndEmpty).length;
  const visibleItems = notAsked
    ? items
    : items.map((item) => ({
        ...item,
        questions: item.questions.filter((question) => !isIrrelevantAndEmpty(question)),
      }));
  const failedItems = filterQuestions(visibleItems, ({ hasFailed }) => hasFailed);
  const isSplit = order !== 'workbook' && failedItems.length > 0;
  const otherItems = isSplit ? filterQuestions(visibleItems, ({ hasFailed }) => !hasFailed) : visibleItems;
  if (items.every(({ questions }) => questions.length === 0))
    return <EmptyState title={t('nothingAnswered')}>{t('nothingAnsweredHint')}</EmptyState>;
  // While there are comments, the comment bar covers the end of the page.
  const isCommenting = review.canReturn && Object.keys(review.comments).length > 0;
  return (
    <Stack ref={list} gap="md" pb={isCommenting ? 88 : 0}>
      {(failedItems.length > 0 || hiddenCount > 0) && (
        <Group gap="md">
          {failedItems.length > 0 && (
            <SegmentedControl
              size="xs"
              aria-label={t('orderOfAnswers')}
              value={order ?? 'failed'}
              onChange={(value) => changeSearch({ order: value === 'workbook' ? value : undefined })}
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
              onChange={(event) => changeSearch({ notAsked: event.currentTarget.checked || undefined })}
            />
          )}
        </Group>
      )}
      {isSplit && (
        <>
          <Title order={2}>{t('failedAnswers')}</Title>
          <ItemCards items={failedItems} inspection={inspection} review={review} />
          <Title order={2}>{t('otherAnswers')}</Title>
        </>
      )}
      {!isSplit && <Title order={2}>{t('answers')}</Title>}
      <ItemCards items={otherItems.slice(0, maxItems)} inspection={inspection} review={review} />
      {otherItems.length > maxItems && (
        <Button variant="default" w="fit-content" onClick={() => setMaxItems(maxItems + PAGE_SIZE)}>
          {t('moreItems', {
            count: Math.min(PAGE_SIZE, otherItems.length - maxItems),
            all: otherItems.length,
          })}
        </Button>
      )}
    </Stack>
  );
};

const filterQuestions = (items: readonly InspectedItem[], isIncluded: (question: Question) => boolean) =>
  items
    .map((item) => ({ ...item, questions: item.questions.filter(isIncluded) }))
    .filter(({ questions }) => questions.length > 0);

const ItemCards = ({ items, inspection, review: { canReturn, comments, setComment } }: Props) => {
  const { t } = useTranslation('inspections');
  return items.map(({ itemId, title, questions, isEvaluated, otherMissingAnswers }) => (
    <Stack key={itemId} gap="xs">
      {title !== undefined && (
        <Title order={3} size="md">
          {title}
        </Title>
      )}
      {(!isEvaluated || otherMissingAnswers.length > 0) && (
        <Alert color="orange">
          {!isEvaluated && <Text size="sm">{t('notCalculated')}</Text>}
          {otherMissingAnswers.map(({ field, message }) => (
            <Text key={field} size="sm">
              {field}: {message}
            </Text>
          ))}
        </Alert>
      )}
      {questions.map((question) => (
        <QuestionCard
          key={question.key}
          question={question}
          inspection={inspection}
          comment={comments[question.key]}
          onComment={canReturn ? (text) => setComment(question.key, text) : undefined}
        />
      ))}
    </Stack>
  ));
};

const useQuestionKeys = (list: RefObject<HTMLDivElement | null>) => {
  const { t } = useTranslation('inspections');
  const moveFocus = (step: 1 | -1) => {
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('[data-question]') ?? [])];
    const currentIndex = cards.findIndex((card) => card.contains(document.activeElement));
    const nextCard = currentIndex === -1 ? cards.at(step === 1 ? 0 : -1) : cards[currentIndex + step];
    nextCard?.focus({ preventScroll: true });
    nextCard?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut({ keys: 'j', label: t('nextQuestion'), run: () => moveFocus(1) });
  useShortcut({ keys: 'k', label: t('previousQuestion'), run: () => moveFocus(-1) });
  useShortcut({
    keys: 'c',
    label: t('comment'),
    run: () => {
      const card = document.activeElement?.closest('[data-question]');
      card?.querySelector<HTMLElement>('[data-comment]')?.click();
    },
  });
};
