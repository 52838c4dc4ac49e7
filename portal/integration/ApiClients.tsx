import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ApiToken } from '#contract/api-token.ts';
import type { User } from '#contract/user.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { usePages } from '#portal/api/use-pages.ts';
import { listApiTokens, listUsers } from '#portal/api/users.ts';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { type Column, ListTable } from '#portal/ui/ListTable.tsx';
import { MoreRows } from '#portal/ui/MoreRows.tsx';
import { SearchField } from '#portal/ui/SearchField.tsx';
import { RequestDrawer } from './RequestDrawer.tsx';

type Client = ApiToken & { user: User };

/** Service users per page. Reading each one's tokens takes a request. */
const PAGE_SIZE = 20;
const MIN_CLIENTS_FOR_SEARCH = 10;

const listClients = async (text: string | undefined, after: number | undefined) => {
  const { users, next } = await listUsers({
    isService: 'true',
    sort: 'name',
    limit: String(PAGE_SIZE),
    ...(text !== undefined && { text }),
    ...(after !== undefined && { after: String(after) }),
  });
  const clientLists = await Promise.all(
    users.map(async (user) => (await listApiTokens(user.id)).tokens.map((token) => ({ ...token, user }))),
  );
  return { clients: clientLists.flat(), next };
};

type Props = {
  searchText: string | undefined;
  onSearch: (text: string) => void;
  openClientId: string | undefined;
  onOpen: (clientId: string | undefined) => void;
};

export const ApiClients = ({ searchText, onSearch, openClientId, onOpen }: Props) => {
  const { t } = useTranslation('integration');
  const { query, rows } = usePages({
    queryKey: ['api-tokens', 'all', searchText],
    readPage: (after: number | undefined) => listClients(searchText, after),
    selectRows: (page) => page.clients,
  });
  const isSearchable =
    searchText !== undefined || query.hasNextPage || (rows?.length ?? 0) >= MIN_CLIENTS_FOR_SEARCH;
  const formatTimestamp = (timestamp: string | null) =>
    timestamp === null ? t('never') : formatDateTime(timestamp);
  const columns: Column<Client>[] = [
    {
      key: 'application',
      header: t('application'),
      cell: ({ user }) => (
        <AnchorLink to="/people/$userId" params={{ userId: user.id }} search={{ tab: 'tokens' }} fw={550}>
          {user.name}
        </AnchorLink>
      ),
    },
    { key: 'label', header: t('label'), isHiddenOnPhone: true, cell: ({ label }) => label || '–' },
    {
      key: 'clientId',
      header: t('clientId'),
      isHiddenOnPhone: true,
      cell: ({ clientId }) => (
        <Text span size="xs" ff="monospace">
          {clientId}
        </Text>
      ),
    },
    { key: 'lastUsed', header: t('lastUsed'), cell: ({ lastUsedAt }) => formatTimestamp(lastUsedAt) },
    {
      key: 'expires',
      header: t('expires'),
      isHiddenOnPhone: true,
      cell: ({ expiresAt, isExpired }) =>
        isExpired ? <StatusBadge tone="bad">{t('expired')}</StatusBadge> : formatTimestamp(expiresAt),
    },
    {
      key: 'requests',
      header: t('requests'),
      cell: ({ clientId, label }) => (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('requestsOf', { client: label || clientId })}
          onClick={() => onOpen(clientId)}
        >
          {t('requests')}
        </Button>
      ),
    },
  ];
  const createLink = (
    <AnchorLink to="/people" search={{ new: 'service' }}>
      {t('createClient')}
    </AnchorLink>
  );
  return (
    <Stack gap="xs">
      <QueryProblem query={query} />
      {isSearchable && <SearchField label={t('findClient')} value={searchText ?? ''} onSearch={onSearch} />}
      {rows?.length === 0 && searchText !== undefined && !query.hasNextPage ? (
        <Text size="sm" role="status">
          {t('noSuchClient')}
        </Text>
      ) : rows?.length === 0 && !query.hasNextPage ? (
        <EmptyState title={t('noClients')} action={createLink}>
          {t('noClientsHint')}
        </EmptyState>
      ) : query.isError && !rows ? null : (
        <>
          <DimmedText>{t('clientsHint')}</DimmedText>
          <ListTable
            caption={t('clients')}
            columns={columns}
            rows={rows}
            keyOf={({ clientId }) => clientId}
          />
          <MoreRows query={query} />
        </>
      )}
      <RequestDrawer clientId={openClientId} onClose={() => onOpen(undefined)} />
    </Stack>
  );
};
