import { Group, Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '#contract/inspection.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { currentLanguage } from '#kit/language.ts';
import { Mark } from '#kit/Mark.tsx';
import { readInspection } from '#portal/api/inspections.ts';
import { readVersion } from '#portal/api/workbooks.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { TaskStateBadge } from '#portal/tasks/TaskStateBadge.tsx';
import { BackLink } from '#portal/ui/BackLink.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { Answers } from './Answers.tsx';
import { Comparison } from './Comparison.tsx';
import { deriveFields } from './derive-fields.ts';
import { fieldsByName } from './fields-by-name.ts';
import { History } from './History.tsx';
import { InspectionFacts } from './InspectionFacts.tsx';
import { Lightbox } from './Lightbox.tsx';
import { listPictures } from './list-pictures.ts';
import { type LabelAt, listQuestions } from './list-questions.ts';
import { Report } from './Report.tsx';
import { ReviewActions } from './ReviewActions.tsx';
import { type ReviewTab, TABS } from './review-search.ts';
import { useReview } from './use-review.ts';

const route = getRouteApi('/inspections/$inspectionId');

/** An inspection with its answers and review. */
export const ReviewPage = () => {
  const { t } = useTranslation('inspections');
  const { inspectionId } = route.useParams();
  const found = useQuery({
    queryKey: ['inspection', inspectionId],
    queryFn: () => readInspection(inspectionId),
    meta: { isLive: true },
  });
  const inspection = found.data;
  const canReadWorkbook = useHasPermission('Workbooks.Read');
  const version = useQuery({
    queryKey: ['version of inspection', inspection?.workbookId],
    queryFn: () => readVersion(inspection!.definitionId, inspection!.workbookId),
    enabled: inspection !== undefined && canReadWorkbook,
    // The fields of a version never change.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const isReady = inspection && !(canReadWorkbook && version.isPending);
  return isReady ? (
    <Review key={inspectionId} inspection={inspection} fields={version.data?.fields} />
  ) : (
    <Page title={t('inspection')}>
      <Group mb="md">
        <BackLink to="/inspections" label={t('backToList')} />
      </Group>
      {found.isError ? (
        <ProblemNote problem={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton h={320} />
      )}
    </Page>
  );
};

const Review = ({ inspection, fields }: { inspection: Inspection; fields: readonly Field[] | undefined }) => {
  const { t } = useTranslation('inspections');
  const { tab = 'answers', picture } = route.useSearch();
  const navigate = route.useNavigate();
  const language = currentLanguage();
  const asked = useMemo(() => fields ?? deriveFields(inspection), [fields, inspection]);
  const named = useMemo(() => fieldsByName(asked), [asked]);
  const { form } = useMemo(() => compileForm({ fields: [...asked] }), [asked]);
  const inspected = useMemo(
    () => listQuestions(inspection, form, { now: Date.now(), language, isGuess: fields === undefined }),
    [inspection, form, fields, language],
  );
  const labelAt: LabelAt = (itemId, path) =>
    (inspected.find((each) => each.itemId === itemId) ?? inspected[0]!).labelOf(path);
  const questions = useMemo(() => inspected.flatMap((each) => each.questions), [inspected]);
  const pictures = useMemo(() => listPictures(questions, inspection.uploads), [questions, inspection]);
  const review = useReview(inspection);
  const show = (next: ReviewTab) =>
    void navigate({ search: next === 'answers' ? {} : { tab: next }, replace: true });
  return (
    <Page
      title={inspection.title}
      actions={<ReviewActions inspection={inspection} questions={questions} review={review} />}
    >
      <Group gap="sm" mb="md">
        <BackLink to="/inspections" label={t('backToList')} />
        <TaskStateBadge state={inspection.state} />
        {inspection.approvedAt !== null && <Mark tone="good">{t('approved')}</Mark>}
      </Group>
      <InspectionFacts inspection={inspection} hasFields={fields !== undefined} review={review} />
      <Tabs value={tab} onChange={(next) => next && show(next as ReviewTab)} keepMounted={false}>
        <Tabs.List mb="md">
          {TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(each)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="answers">
          <Answers inspection={inspection} inspected={inspected} review={review} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <History inspection={inspection} fields={named} labelAt={labelAt} />
        </Tabs.Panel>
        <Tabs.Panel value="comparison">
          <Comparison inspection={inspection} fields={named} labelAt={labelAt} />
        </Tabs.Panel>
        <Tabs.Panel value="report">
          <Report inspection={inspection} />
        </Tabs.Panel>
      </Tabs>
      <Lightbox
        pictures={pictures}
        shown={picture}
        onShow={(id) =>
          void navigate({
            search: (before) => ({ ...before, picture: id }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    </Page>
  );
};
