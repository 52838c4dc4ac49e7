import {
  Button,
  CloseButton,
  Group,
  List,
  Modal,
  Paper,
  ScrollArea,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InspectionRow } from '#contract/result.ts';
import { IconCheck } from '#kit/icons/icons.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { approveInspection } from '#portal/api/inspections.ts';
import { useNames } from '#portal/people/use-names.ts';
import { useProblemFormatter } from '#portal/problems/ProblemNote.tsx';
import { useMe } from '#portal/session/me.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { approveInspections } from './approve-inspections.ts';
import classes from './ReviewActions.module.css';

type Props = { selectedInspections: readonly InspectionRow[]; onClear: () => void };

export const BulkApproval = ({ selectedInspections, onClear }: Props) => {
  const { t } = useTranslation('inspections');
  // The dialog copies the selection: approved inspections disappear from the list behind it.
  const [inspectionsToApprove, setInspectionsToApprove] = useState<readonly InspectionRow[] | null>(null);
  return (
    <>
      {selectedInspections.length > 0 && (
        <Paper className={classes.bar} role="toolbar" aria-label={t('inspections')} data-bottom-bar>
          <Group gap="md">
            <Text size="sm" fw={600} role="status">
              {t('selected', { count: selectedInspections.length })}
            </Text>
            <Button
              size="xs"
              leftSection={<IconCheck size={16} aria-hidden />}
              onClick={() => setInspectionsToApprove(selectedInspections)}
            >
              {t('approve')}
            </Button>
            <CloseButton aria-label={t('clearSelection')} onClick={onClear} />
          </Group>
        </Paper>
      )}
      {inspectionsToApprove && (
        <ApproveDialog
          inspections={inspectionsToApprove}
          onDone={onClear}
          onClose={() => setInspectionsToApprove(null)}
        />
      )}
    </>
  );
};

type ApproveDialogProps = { inspections: readonly InspectionRow[]; onDone: () => void; onClose: () => void };

const ApproveDialog = ({ inspections, onDone, onClose }: ApproveDialogProps) => {
  const { t } = useTranslation('inspections');
  const { t: tGeneral } = useTranslation('general');
  const { userName } = useMe();
  const formatName = useNames();
  const formatProblem = useProblemFormatter();
  const queryClient = useQueryClient();
  const approve = useMutation({
    mutationFn: () => approveInspections(inspections, userName, approveInspection),
    onSuccess: async () => {
      onDone();
      await queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
    },
  });
  const result = approve.data;
  const withFailuresCount = inspections.filter(({ failedCount }) => failedCount > 0).length;
  const renderListItem = (
    { id, title, userName: inspector, failedCount }: InspectionRow,
    reason?: ReactNode,
  ) => (
    <List.Item key={id}>
      {title} <DimmedText span>{formatName(inspector)}</DimmedText>{' '}
      {!result && failedCount > 0 && (
        <StatusBadge tone="bad">{t('failedCount', { count: failedCount })}</StatusBadge>
      )}
      {reason !== undefined && <Text size="sm">{reason}</Text>}
    </List.Item>
  );
  const notApprovedItems = result && [
    ...result.alreadyApproved.map(({ inspection, approvedBy }) =>
      renderListItem(inspection, t('alreadyApproved', { name: formatName(approvedBy) })),
    ),
    ...result.rejected.map(({ inspection, problem }) => renderListItem(inspection, formatProblem(problem))),
  ];
  return (
    <Modal
      opened
      // Requests already in flight cannot be cancelled.
      onClose={() => !approve.isPending && onClose()}
      title={t('approveSeveral', { count: inspections.length })}
      scrollAreaComponent={ScrollArea.Autosize}
    >
      {result ? (
        <Stack role="status">
          {notApprovedItems && notApprovedItems.length > 0 && (
            <section>
              <Title order={3} size="h5">
                {t('notApprovedCount', { count: notApprovedItems.length })}
              </Title>
              <List>{notApprovedItems}</List>
            </section>
          )}
          <section>
            <Title order={3} size="h5">
              {t('approvedCount', { count: result.approved.length })}
            </Title>
            <List>{result.approved.map((inspection) => renderListItem(inspection))}</List>
          </section>
        </Stack>
      ) : (
        <Stack>
          {withFailuresCount > 0 && <Text fw={600}>{t('withFailures', { count: withFailuresCount })}</Text>}
          <List>{inspections.map((inspection) => renderListItem(inspection))}</List>
          <Text size="sm">{t('approveHint')}</Text>
        </Stack>
      )}
      <Group justify="flex-end" mt="lg">
        {result ? (
          <Button data-autofocus onClick={onClose}>
            {tGeneral('close')}
          </Button>
        ) : (
          <>
            <Button variant="default" disabled={approve.isPending} onClick={onClose}>
              {tGeneral('cancel')}
            </Button>
            <Button data-autofocus loading={approve.isPending} onClick={() => approve.mutate()}>
              {t('approve')}
            </Button>
          </>
        )}
      </Group>
    </Modal>
  );
};
