import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ApiToken } from '#contract/api-token.ts';
import type { User } from '#contract/user.ts';
import { Mark } from '#kit/Mark.tsx';
import { sayMoment } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { listApiTokens, listUsers } from '#portal/api/users.ts';
import { AnchorLink } from '#portal/frame/AnchorLink.tsx';
import { EmptyState } from '#portal/frame/EmptyState.tsx';
import { type Column, ListTable } from '#portal/frame/ListTable.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { RequestDrawer } from './RequestDrawer.tsx';
import { useIntegrationWords } from './words.ts';

type Client = ApiToken & { user: User };

/** An organisation has a handful of them; of more the first are shown. */
const MOST_SERVICES = 50;

const listClients = async (): Promise<Client[]> => {
  const { users } = await listUsers({ isService: 'true', sort: 'name', limit: String(MOST_SERVICES) });
  const lists = await Promise.all(
    users.map(async (user) => (await listApiTokens(user.id)).tokens.map((token) => ({ ...token, user }))),
  );
  return lists.flat();
};

/** The applications that call, and what they asked lately. */
export const ApiClients = ({
  opened,
  onOpen,
}: {
  opened: string | undefined;
  onOpen: (clientId: string | undefined) => void;
}) => {
  const t = useIntegrationWords();
  const clients = useQuery({ queryKey: ['api-tokens', 'all'], queryFn: listClients });
  const say = (moment: string | null) =>
    moment === null ? t('never') : sayMoment(moment, currentLanguage());
  const columns: Column<Client>[] = [
    {
      key: 'application',
      head: t('application'),
      cell: ({ user }) => (
        <AnchorLink to="/people/$userId" params={{ userId: user.id }} search={{ tab: 'tokens' }} fw={550}>
          {user.name}
        </AnchorLink>
      ),
    },
    { key: 'label', head: t('label'), isDeskOnly: true, cell: ({ label }) => label || '–' },
    {
      key: 'clientId',
      head: t('clientId'),
      isDeskOnly: true,
      cell: ({ clientId }) => (
        <Text span size="xs" ff="monospace">
          {clientId}
        </Text>
      ),
    },
    { key: 'lastUsed', head: t('lastUsed'), cell: ({ lastUsedAt }) => say(lastUsedAt) },
    {
      key: 'expires',
      head: t('expires'),
      isDeskOnly: true,
      cell: ({ expiresAt, isExpired }) =>
        isExpired ? <Mark tone="bad">{t('expired')}</Mark> : say(expiresAt),
    },
    {
      key: 'requests',
      head: t('requests'),
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
  const make = (
    <AnchorLink to="/people" search={{ new: 'service' }}>
      {t('makeClient')}
    </AnchorLink>
  );
  return (
    <Stack gap="xs">
      {clients.error && <ProblemNote problem={clients.error} onRetry={() => void clients.refetch()} />}
      {clients.data?.length === 0 ? (
        <EmptyState title={t('noClients')} action={make}>
          {t('noClientsHint')}
        </EmptyState>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {t('clientsHint')}
          </Text>
          <ListTable
            caption={t('clients')}
            columns={columns}
            rows={clients.data}
            keyOf={({ clientId }) => clientId}
          />
        </>
      )}
      <RequestDrawer clientId={opened} onClose={() => onOpen(undefined)} />
    </Stack>
  );
};
