import { Alert, Button, Grid, List, Paper, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '#contract/inspection.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { useNames } from '#portal/people/use-names.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { DescriptionList } from '#portal/ui/DescriptionList.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import type { ReviewState } from './use-review.ts';

const route = getRouteApi('/inspections/$inspectionId');

type Props = { inspection: Inspection; hasFields: boolean; review: ReviewState };

export const InspectionFacts = ({ inspection, hasFields, review }: Props) => (
  <>
    <Notices inspection={inspection} hasFields={hasFields} review={review} />
    <Paper withBorder p="md" mb="md">
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <TaskFacts inspection={inspection} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <DateFacts inspection={inspection} />
        </Grid.Col>
      </Grid>
      <PrefilledAnswers prefill={inspection.prefill} />
    </Paper>
  </>
);

const TaskFacts = ({ inspection }: { inspection: Inspection }) => {
  const { t } = useTranslation('inspections');
  const formatName = useNames();
  const { taskId, externalId, workbookTitle, workbookVersion, teamTitle, userName, followUpOf } = inspection;
  const taskLink = taskId && (
    <AnchorLink to="/tasks/$taskId" params={{ taskId }}>
      {externalId ?? taskId}
    </AnchorLink>
  );
  const originalLink = followUpOf && (
    <AnchorLink to="/inspections/$inspectionId" params={{ inspectionId: followUpOf.inspectionId }}>
      {t('followsUpField', { field: followUpOf.field })}
    </AnchorLink>
  );
  return (
    <DescriptionList
      entries={[
        [t('task'), taskLink],
        [t('inspector'), formatName(userName)],
        [t('team'), teamTitle],
        [t('workbook'), t('workbookVersion', { title: workbookTitle, version: workbookVersion })],
        [t('followsUp'), originalLink],
      ]}
    />
  );
};

const DateFacts = ({ inspection }: { inspection: Inspection }) => {
  const { t } = useTranslation('inspections');
  const formatName = useNames();
  const { startedAt, endedAt, completion, approvedAt, approvedBy, canceledAt, timeZone } = inspection;
  return (
    <DescriptionList
      entries={[
        [t('startedAt'), formatDateTime(startedAt)],
        [
          t('completedAt'),
          endedAt &&
            (completion > 1
              ? t('completedAgainAt', { time: formatDateTime(endedAt), number: completion })
              : formatDateTime(endedAt)),
        ],
        [
          t('approved'),
          approvedAt &&
            t('approvedBy', { name: formatName(approvedBy ?? ''), time: formatDateTime(approvedAt) }),
        ],
        [t('canceledAt'), canceledAt && formatDateTime(canceledAt)],
        [t('timeZone'), timeZone],
      ]}
    />
  );
};

const PrefilledAnswers = ({ prefill: { filled, withoutField, unsuitable } }: Pick<Inspection, 'prefill'>) => {
  const { t } = useTranslation('inspections');
  if (filled.length + withoutField.length + unsuitable.length === 0) return null;
  return (
    <>
      <Title order={2} size="sm" mt="md" mb={4}>
        {t('prefillReport')}
      </Title>
      <List size="sm">
        {filled.length > 0 && <List.Item>{t('prefillFilled', { count: filled.length })}</List.Item>}
        {unsuitable.map((answer) => (
          <List.Item key={answer.property}>{t('prefillUnsuitable', answer)}</List.Item>
        ))}
        {withoutField.length > 0 && (
          <List.Item>{t('prefillWithoutField', { names: withoutField.join(', ') })}</List.Item>
        )}
      </List>
    </>
  );
};

const Notices = ({ inspection, hasFields, review }: Props) => {
  const { t } = useTranslation('inspections');
  const { completion, lateFromRevision, returns, state } = inspection;
  const formatName = useNames();
  const navigate = route.useNavigate();
  const [latestReturn] = returns;
  return (
    <div aria-live="polite">
      {review.isOutdated && (
        <Alert color="orange" mb="md" title={t('completedAgain')}>
          <Text size="sm">
            {t('completedAgainHint', { previous: review.reviewedCompletion, current: completion })}
          </Text>
          <Button
            size="xs"
            mt="xs"
            variant="default"
            onClick={() => {
              void navigate({
                search: { tab: 'comparison', from: review.reviewedCompletion, to: completion },
              });
              review.reviewLatest();
            }}
          >
            {t('viewChanges')}
          </Button>
        </Alert>
      )}
      {state === 'Active' && latestReturn && (
        <Alert
          color="blue"
          mb="md"
          title={t('returnedNotice', {
            name: formatName(latestReturn.userName),
            time: formatDateTime(latestReturn.returnedAt),
          })}
        >
          {latestReturn.comment}
        </Alert>
      )}
      {lateFromRevision !== null && (
        <Alert color="orange" mb="md" title={t('late')}>
          {t('lateHint')}
        </Alert>
      )}
      {!hasFields && <DimmedText mb="md">{t('namesOnly')}</DimmedText>}
    </div>
  );
};
