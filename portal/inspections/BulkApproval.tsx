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
import { useProblemMessage } from '#portal/problems/ProblemNote.tsx';
import { useMe } from '#portal/session/me.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { approveInspections } from './approve-inspections.ts';
import classes from './ReviewActions.module.css';

export const BulkApproval = ({
  selected,
  onClear,
}: {
  selected: readonly InspectionRow[];
  onClear: () => void;
}) => {
  const { t } = useTranslation('inspections');
  // A copy of the selection because approved inspections disappear from the list behind the dialog.
  const [approving, setApproving] = useState<readonly InspectionRow[] | null>(null);
  return (
    <>
      {selected.length > 0 && (
        <Paper className={classes.bar} role="toolbar" aria-label={t('inspections')} data-bottom-bar>
          <Group gap="md">
            <Text size="sm" fw={600} role="status">
              {t('selected', { count: selected.length })}
            </Text>
            <Button
              size="xs"
              leftSection={<IconCheck size={16} aria-hidden />}
              onClick={() => setApproving(selected)}
            >
              {t('approve')}
            </Button>
            <CloseButton aria-label={t('clearSelection')} onClick={onClear} />
          </Group>
        </Paper>
      )}
      {approving && (
        <ApproveDialog inspections={approving} onDone={onClear} onClose={() => setApproving(null)} />
      )}
    </>
  );
};

const ApproveDialog = ({
  inspections,
  onDone,
  onClose,
}: {
  inspections: readonly InspectionRow[];
  onDone: () => void;
  onClose: () => void;
}) => {
  const { t } = useTranslation('inspections');
  const { t: general } = useTranslation('general');
  const { userName } = useMe();
  const formatName = useNames();
  const problemText = useProblemMessage();
  const queries = useQueryClient();
  const approve = useMutation({
    mutationFn: () => approveInspections(inspections, userName, approveInspection),
    onSuccess: async () => {
      onDone();
      await queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
    },
  });
  const result = approve.data;
  const withFailures = inspections.filter(({ failedCount }) => failedCount > 0).length;
  const listItem = ({ id, title, userName: inspector, failedCount }: InspectionRow, reason?: ReactNode) => (
    <List.Item key={id}>
      {title} <DimmedText span>{formatName(inspector)}</DimmedText>{' '}
      {!result && failedCount > 0 && (
        <StatusBadge tone="bad">{t('failedCount', { count: failedCount })}</StatusBadge>
      )}
      {reason !== undefined && <Text size="sm">{reason}</Text>}
    </List.Item>
  );
  const notApproved = result && [
    ...result.alreadyApproved.map(({ inspection, by }) =>
      listItem(inspection, t('alreadyApproved', { name: formatName(by) })),
    ),
    ...result.rejected.map(({ inspection, problem }) => listItem(inspection, problemText(problem))),
  ];
  return (
    <Modal
      opened
      // Requests that are already in progress cannot be cancelled.
      onClose={() => !approve.isPending && onClose()}
      title={t('approveSeveral', { count: inspections.length })}
      scrollAreaComponent={ScrollArea.Autosize}
    >
      {result ? (
        <Stack role="status">
          {notApproved && notApproved.length > 0 && (
            <section>
              <Title order={3} size="h5">
                {t('notApprovedCount', { count: notApproved.length })}
              </Title>
              <List>{notApproved}</List>
            </section>
          )}
          <section>
            <Title order={3} size="h5">
              {t('approvedCount', { count: result.approved.length })}
            </Title>
            <List>{result.approved.map((inspection) => listItem(inspection))}</List>
          </section>
        </Stack>
      ) : (
        <Stack>
          {withFailures > 0 && <Text fw={600}>{t('withFailures', { count: withFailures })}</Text>}
          <List>{inspections.map((inspection) => listItem(inspection))}</List>
          <Text size="sm">{t('approveHint')}</Text>
        </Stack>
      )}
      <Group justify="flex-end" mt="lg">
        {result ? (
          <Button data-autofocus onClick={onClose}>
            {general('close')}
          </Button>
        ) : (
          <>
            <Button variant="default" disabled={approve.isPending} onClick={onClose}>
              {general('cancel')}
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
