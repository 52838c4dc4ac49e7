import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ApiRequest } from '#contract/api-request.ts';
import { Mark } from '#kit/Mark.tsx';
import { sayDay, sayTime } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { listRequestsOfClient } from '#portal/api/integration.ts';
import { EmptyState } from '#portal/frame/EmptyState.tsx';
import { type Column, ListTable } from '#portal/frame/ListTable.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useFrameWords } from '#portal/frame/words.ts';
import { useIntegrationWords } from './words.ts';

/** What an application asked lately, and what it was told. */
export const RequestDrawer = ({
  clientId,
  onClose,
}: {
  clientId: string | undefined;
  onClose: () => void;
}) => {
  const t = useIntegrationWords();
  const frame = useFrameWords();
  return (
    <Drawer
      opened={clientId !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={t('requestsOf', { client: clientId })}
      closeButtonProps={{ 'aria-label': frame('close') }}
    >
      {clientId !== undefined && <Requests clientId={clientId} />}
    </Drawer>
  );
};

const Requests = ({ clientId }: { clientId: string }) => {
  const t = useIntegrationWords();
  const language = currentLanguage();
  const requests = useQuery({
    queryKey: ['api-requests', clientId],
    queryFn: () => listRequestsOfClient(clientId),
    staleTime: 0,
  });
  const columns: Column<ApiRequest>[] = [
    { key: 'when', head: t('when'), cell: ({ at }) => `${sayDay(at, language)}, ${sayTime(at, language)}` },
    {
      key: 'call',
      head: t('call'),
      cell: ({ method, path, queryNames }) => (
        <Text span size="xs" ff="monospace">
          {`${method} ${path}${queryNames.length > 0 ? ` (${queryNames.join(', ')})` : ''}`}
        </Text>
      ),
    },
    {
      key: 'answer',
      head: t('answer'),
      cell: ({ status, detail }) => (
        <Mark tone={status >= 500 ? 'bad' : status >= 400 || detail !== null ? 'warn' : 'good'}>
          {status}
        </Mark>
      ),
    },
    {
      key: 'duration',
      head: t('duration'),
      isNumber: true,
      isDeskOnly: true,
      cell: ({ durationMs }) => `${durationMs} ms`,
    },
    { key: 'said', head: t('said'), isDeskOnly: true, cell: ({ detail }) => detail ?? '–' },
  ];
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {t('requestsHint')}
        </Text>
        <Button
          size="xs"
          variant="default"
          loading={requests.isFetching}
          onClick={() => void requests.refetch()}
        >
          {t('refresh')}
        </Button>
      </Group>
      {requests.error && <ProblemNote problem={requests.error} />}
      {requests.data?.length === 0 ? (
        <EmptyState title={t('noRequests')}>{t('requestsHint')}</EmptyState>
      ) : requests.isError && !requests.data ? null : (
        <ListTable
          caption={t('requests')}
          columns={columns}
          rows={requests.data}
          keyOf={({ requestId }) => requestId}
        />
      )}
    </Stack>
  );
};
