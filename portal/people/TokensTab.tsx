import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiToken } from '#contract/api-token.ts';
import type { UserDetails } from '#contract/user.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { IconPlus } from '#kit/icons/icons.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { useAction } from '#portal/actions/use-action.ts';
import { deleteApiToken, listApiTokens } from '#portal/api/users.ts';
import { QueryTable } from '#portal/problems/QueryTable.tsx';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import type { Column } from '#portal/ui/ListTable.tsx';
import { NewTokenDialog } from './NewTokenDialog.tsx';

export const TokensTab = ({ user }: { user: UserDetails }) => {
  const { t } = useTranslation('people');
  const [isCreating, setCreating] = useState(false);
  const [tokenToRevoke, setTokenToRevoke] = useState<ApiToken>();
  const tokens = useQuery({ queryKey: ['api-tokens', user.id], queryFn: () => listApiTokens(user.id) });
  const revoke = useAction({
    action: ({ clientId }: ApiToken) => deleteApiToken(user.id, clientId),
    invalidates: [['api-tokens']],
  });
  const formatTokenName = ({ label, clientId }: ApiToken) => label || clientId;
  const createButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('newToken')}
    </Button>
  );
  const formatTimestamp = (timestamp: string | null) =>
    timestamp === null ? t('never') : formatDateTime(timestamp);
  const columns: Column<ApiToken>[] = [
    { key: 'label', header: t('label'), cell: ({ label }) => label || t('unlabelled') },
    {
      key: 'clientId',
      header: t('clientId'),
      cell: ({ clientId }) => (
        <Text span size="xs" ff="monospace">
          {clientId}
        </Text>
      ),
    },
    { key: 'status', header: t('status'), cell: (token) => <TokenStatus token={token} /> },
    {
      key: 'lastUsed',
      header: t('lastUsed'),
      isHiddenOnPhone: true,
      cell: ({ lastUsedAt }) => formatTimestamp(lastUsedAt),
    },
    {
      key: 'expires',
      header: t('expires'),
      isHiddenOnPhone: true,
      cell: ({ expiresAt }) => formatTimestamp(expiresAt),
    },
    {
      key: 'revoke',
      header: t('revoke'),
      cell: (token) => (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={t('revokeNamed', { name: formatTokenName(token) })}
          onClick={() => setTokenToRevoke(token)}
        >
          {t('revoke')}
        </Button>
      ),
    },
  ];
  return (
    <Stack gap="md">
      {tokens.data && tokens.data.tokens.length > 0 && (
        <Group justify="space-between" align="flex-start">
          <DimmedText maw="40rem">{t('noTokensHint')}</DimmedText>
          {createButton}
        </Group>
      )}
      <QueryTable
        query={tokens}
        rows={tokens.data?.tokens}
        empty={
          <EmptyState title={t('noTokens')} action={createButton}>
            {t('noTokensHint')}
          </EmptyState>
        }
        caption={t('tokens')}
        columns={columns}
        keyOf={({ clientId }) => clientId}
      />
      <NewTokenDialog userId={user.id} isOpen={isCreating} onClose={() => setCreating(false)} />
      {tokenToRevoke && (
        <ConfirmDialog
          question={`${t('revokeTitle', { name: formatTokenName(tokenToRevoke) })} ${t('revokeHint')}`}
          confirmLabel={t('revoke')}
          onConfirm={() => revoke.mutateAsync(tokenToRevoke).catch(() => {})}
          onClose={() => setTokenToRevoke(undefined)}
        />
      )}
    </Stack>
  );
};

const TokenStatus = ({ token: { isExpired, lastUsedAt } }: { token: ApiToken }) => {
  const { t } = useTranslation('people');
  if (isExpired) return <StatusBadge tone="bad">{t('expired')}</StatusBadge>;
  const isUsed = lastUsedAt !== null;
  return <StatusBadge tone={isUsed ? 'good' : 'plain'}>{t(isUsed ? 'used' : 'unused')}</StatusBadge>;
};
