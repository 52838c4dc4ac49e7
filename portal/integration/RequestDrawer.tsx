import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiRequest } from '#contract/api-request.ts';
import { formatDay, formatTime } from '#kit/date-time-format.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { listClientRequests } from '#portal/api/integration.ts';
import { QueryTable } from '#portal/problems/QueryTable.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import type { Column } from '#portal/ui/ListTable.tsx';

type Props = { clientId: string | undefined; onClose: () => void };

export const RequestDrawer = ({ clientId, onClose }: Props) => {
  const { t } = useTranslation('integration');
  return (
    <Drawer
      opened={clientId !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={t('requestsOf', { client: clientId })}
    >
      {clientId !== undefined && <Requests clientId={clientId} />}
    </Drawer>
  );
};

const Requests = ({ clientId }: { clientId: string }) => {
  const { t } = useTranslation('integration');
  const requests = useQuery({
    queryKey: ['api-requests', clientId],
    queryFn: () => listClientRequests(clientId),
    staleTime: 0,
  });
  const columns: Column<ApiRequest>[] = [
    {
      key: 'when',
      header: t('when'),
      cell: ({ receivedAt }) => `${formatDay(receivedAt)}, ${formatTime(receivedAt)}`,
    },
    {
      key: 'request',
      header: t('request'),
      cell: ({ method, path, queryNames }) => (
        <Text span size="xs" ff="monospace">
          {`${method} ${path}${queryNames.length > 0 ? ` (${queryNames.join(', ')})` : ''}`}
        </Text>
      ),
    },
    {
      key: 'status',
      header: t('status'),
      cell: ({ status, detail }) => (
        <StatusBadge tone={status >= 500 ? 'bad' : status >= 400 || detail !== null ? 'warn' : 'good'}>
          {status}
        </StatusBadge>
      ),
    },
    {
      key: 'duration',
      header: t('duration'),
      isNumber: true,
      isHiddenOnPhone: true,
      cell: ({ durationMs }) => `${durationMs} ms`,
    },
    { key: 'detail', header: t('detail'), isHiddenOnPhone: true, cell: ({ detail }) => detail ?? '–' },
  ];
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <DimmedText>{t('requestsHint')}</DimmedText>
        <Button
          size="xs"
          variant="default"
          loading={requests.isFetching}
          onClick={() => void requests.refetch()}
        >
          {t('refresh')}
        </Button>
      </Group>
      <QueryTable
        query={requests}
        rows={requests.data}
        empty={<EmptyState title={t('noRequests')}>{t('requestsHint')}</EmptyState>}
        caption={t('requests')}
        columns={columns}
        keyOf={({ requestId }) => requestId}
      />
    </Stack>
  );
};
