import { Group, Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '#contract/inspection.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { inspectedVersionQuery, inspectionQuery } from '#portal/api/inspections.ts';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { TaskStateBadge } from '#portal/tasks/TaskStateBadge.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { mapFieldsByName } from '#portal/workbooks/fields/fields-by-name.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { Answers } from './Answers.tsx';
import { Comparison } from './Comparison.tsx';
import { deriveFields } from './derive-fields.ts';
import { History } from './History.tsx';
import { InspectionFacts } from './InspectionFacts.tsx';
import { Lightbox } from './Lightbox.tsx';
import { listPictures } from './list-pictures.ts';
import { type FindLabel, listQuestions } from './list-questions.ts';
import { Report } from './Report.tsx';
import { ReviewActions } from './ReviewActions.tsx';
import { type ReviewTab, TABS } from './review-search.ts';
import { useReview } from './use-review.ts';

const route = getRouteApi('/inspections/$inspectionId');

export const ReviewPage = () => {
  const { t } = useTranslation('inspections');
  const { inspectionId } = route.useParams();
  const query = useQuery({ ...inspectionQuery(inspectionId), meta: { isLive: true } });
  const inspection = query.data;
  const canReadWorkbook = useHasPermission('Workbooks.Read');
  const version = useQuery({
    ...inspectedVersionQuery(inspection),
    enabled: inspection !== undefined && canReadWorkbook,
  });
  const isReady = inspection && !(canReadWorkbook && version.isPending);
  return isReady ? (
    <Review key={inspectionId} inspection={inspection} fields={version.data?.fields} />
  ) : (
    <Page title={t('inspection')} back={{ to: '/inspections', label: t('backToList') }}>
      <QueryProblem query={query} />
      {!query.isError && <Skeleton h={320} />}
    </Page>
  );
};

const Review = ({ inspection, fields }: { inspection: Inspection; fields: readonly Field[] | undefined }) => {
  const { t } = useTranslation('inspections');
  const { tab = 'answers', picture } = route.useSearch();
  const navigate = route.useNavigate();
  const language = currentLanguage();
  const knownFields = useMemo(() => fields ?? deriveFields(inspection), [fields, inspection]);
  const fieldsByName = useMemo(() => mapFieldsByName(knownFields), [knownFields]);
  const { form } = useMemo(() => compileForm({ fields: [...knownFields] }), [knownFields]);
  const items = useMemo(
    () => listQuestions(inspection, form, { now: Date.now(), language, isDerived: fields === undefined }),
    [inspection, form, fields, language],
  );
  const findLabel: FindLabel = (itemId, path) =>
    (items.find((item) => item.itemId === itemId) ?? items[0]!).findLabel(path);
  const questions = useMemo(() => items.flatMap((item) => item.questions), [items]);
  const pictures = useMemo(() => listPictures(questions, inspection.uploads), [questions, inspection]);
  const review = useReview(inspection);
  const selectTab = (name: ReviewTab) =>
    void navigate({ search: name === 'answers' ? {} : { tab: name }, replace: true });
  return (
    <Page
      title={inspection.title}
      back={{ to: '/inspections', label: t('backToList') }}
      actions={<ReviewActions inspection={inspection} questions={questions} review={review} />}
    >
      <Group gap="sm" mb="md">
        <TaskStateBadge state={inspection.state} />
        {inspection.approvedAt !== null && <StatusBadge tone="good">{t('approved')}</StatusBadge>}
      </Group>
      <InspectionFacts inspection={inspection} hasFields={fields !== undefined} review={review} />
      <Tabs value={tab} onChange={(name) => name && selectTab(name as ReviewTab)} keepMounted={false}>
        <Tabs.List mb="md">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="answers">
          <Answers inspection={inspection} items={items} review={review} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <History inspection={inspection} fields={fieldsByName} findLabel={findLabel} />
        </Tabs.Panel>
        <Tabs.Panel value="comparison">
          <Comparison inspection={inspection} fields={fieldsByName} findLabel={findLabel} />
        </Tabs.Panel>
        <Tabs.Panel value="report">
          <Report inspection={inspection} />
        </Tabs.Panel>
      </Tabs>
      <Lightbox
        pictures={pictures}
        selectedId={picture}
        onSelect={(id) =>
          void navigate({ search: (prev) => ({ ...prev, picture: id }), replace: true, resetScroll: false })
        }
      />
    </Page>
  );
};
