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
import { Mark } from '#kit/Mark.tsx';
import { approveInspection } from '#portal/api/inspections.ts';
import { useNames } from '#portal/people/use-names.ts';
import { useProblemText } from '#portal/problems/ProblemNote.tsx';
import { useMe } from '#portal/session/me.ts';
import { approveSeveral } from './approve-several.ts';
import classes from './ReviewActions.module.css';

/** The number of selected inspections, and the button that approves them. */
export const SelectionBar = ({
  selected,
  onClear,
}: {
  selected: readonly InspectionRow[];
  onClear: () => void;
}) => {
  const { t } = useTranslation('inspections');
  // The inspections as they were selected: approving the last one empties the list behind the dialog.
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
        <ApproveDialog
          inspections={approving}
          onDone={onClear}
          onClose={() => {
            setApproving(null);
          }}
        />
      )}
    </>
  );
};

/** Shows what will be approved, and then what was approved, what was not, and why. */
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
  const nameOf = useNames();
  const problemText = useProblemText();
  const queries = useQueryClient();
  const approving = useMutation({
    mutationFn: () => approveSeveral(inspections, userName, approveInspection),
    onSuccess: async () => {
      onDone();
      await queries.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
    },
  });
  const outcome = approving.data;
  const failing = inspections.filter(({ failedCount }) => failedCount > 0).length;
  const line = ({ id, title, userName: inspector, failedCount }: InspectionRow, reason?: ReactNode) => (
    <List.Item key={id}>
      {title}{' '}
      <Text span size="sm" c="dimmed">
        {nameOf(inspector)}
      </Text>{' '}
      {!outcome && failedCount > 0 && <Mark tone="bad">{t('failedCount', { count: failedCount })}</Mark>}
      {reason !== undefined && <Text size="sm">{reason}</Text>}
    </List.Item>
  );
  const notApproved = outcome && [
    ...outcome.alreadyApproved.map(({ inspection, by }) =>
      line(inspection, t('alreadyApproved', { name: nameOf(by) })),
    ),
    ...outcome.rejected.map(({ inspection, problem }) => line(inspection, problemText(problem))),
  ];
  return (
    <Modal
      opened
      // Requests that were sent cannot be stopped.
      onClose={() => !approving.isPending && onClose()}
      title={t('approveSeveral', { count: inspections.length })}
      closeButtonProps={{ 'aria-label': general('close') }}
      scrollAreaComponent={ScrollArea.Autosize}
    >
      {outcome ? (
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
              {t('approvedCount', { count: outcome.approved.length })}
            </Title>
            <List>{outcome.approved.map((inspection) => line(inspection))}</List>
          </section>
        </Stack>
      ) : (
        <Stack>
          {failing > 0 && <Text fw={600}>{t('withFailures', { count: failing })}</Text>}
          <List>{inspections.map((inspection) => line(inspection))}</List>
          <Text size="sm">{t('approveHint')}</Text>
        </Stack>
      )}
      <Group justify="flex-end" mt="lg">
        {outcome ? (
          <Button data-autofocus onClick={onClose}>
            {general('close')}
          </Button>
        ) : (
          <>
            <Button variant="default" disabled={approving.isPending} onClick={onClose}>
              {general('cancel')}
            </Button>
            <Button data-autofocus loading={approving.isPending} onClick={() => approving.mutate()}>
              {t('approve')}
            </Button>
          </>
        )}
      </Group>
    </Modal>
  );
};
