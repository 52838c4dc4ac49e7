import { Button, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '#contract/inspection.ts';
import type { CreatedShare, NewShare, Share } from '#contract/report.ts';
import { getLanguageName, LANGUAGES, type Language } from '#i18n/languages.ts';
import { formatDay } from '#kit/date-time-format.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { useAction } from '#portal/actions/use-action.ts';
import { listShares, revokeShare, shareReport } from '#portal/api/inspections.ts';
import { useNames } from '#portal/people/use-names.ts';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { CopyField } from '#portal/ui/CopyField.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { type Column, ListTable } from '#portal/ui/ListTable.tsx';

const VALIDITY_DAYS = [7, 30, 90, 365];

export const Shares = ({ inspection: { id, completion } }: { inspection: Inspection }) => {
  const { t } = useTranslation('inspections');
  const formatName = useNames();
  const [shareToRevoke, setShareToRevoke] = useState<Share>();
  const queryKey = ['shares', id];
  const sharesQuery = useQuery({ queryKey, queryFn: () => listShares(id) });
  const revoke = useAction({
    action: (share: Share) => revokeShare(id, share.id),
    invalidates: [queryKey],
    onDone: () => showNotification({ message: t('revoked') }),
  });
  const columns = useColumns(setShareToRevoke);
  const shares = sharesQuery.data?.shares;
  return (
    <Paper withBorder p="md">
      <Title order={2}>{t('shares')}</Title>
      <DimmedText mb="sm">{t('sharesHint')}</DimmedText>
      {completion > 0 ? <NewLink inspectionId={id} /> : <Text size="sm">{t('notYetShared')}</Text>}
      <QueryProblem query={sharesQuery} />
      {shares?.length === 0 && (
        <Text size="sm" mt="sm">
          {t('noShares')}
        </Text>
      )}
      {shares && shares.length > 0 && (
        <ListTable caption={t('shares')} columns={columns} rows={shares} keyOf={(share) => share.id} />
      )}
      {shareToRevoke && (
        <ConfirmDialog
          question={t('revokeAsk', { name: formatName(shareToRevoke.userName) })}
          confirmLabel={t('revoke')}
          onConfirm={() => revoke.mutateAsync(shareToRevoke).catch(() => {})}
          onClose={() => setShareToRevoke(undefined)}
        />
      )}
    </Paper>
  );
};

const NewLink = ({ inspectionId }: { inspectionId: string }) => {
  const { t } = useTranslation('inspections');
  const [days, setDays] = useState(String(VALIDITY_DAYS[1]));
  const [language, setLanguage] = useState<string | null>(null);
  const [createdShare, setCreatedShare] = useState<CreatedShare>();
  const share = useAction({
    action: (newShare: NewShare) => shareReport(inspectionId, newShare),
    invalidates: [['shares', inspectionId]],
    onDone: setCreatedShare,
  });
  const createLink = () =>
    share.mutate({
      expiresInDays: Number(days),
      ...(language !== null && { language: language as Language }),
    });
  return (
    <Stack gap="sm" mb="sm">
      <Group align="end">
        <Select
          label={t('validFor')}
          data={VALIDITY_DAYS.map((count) => ({ value: String(count), label: t('days', { count }) }))}
          value={days}
          onChange={(value) => value && setDays(value)}
          allowDeselect={false}
          w={140}
        />
        <Select
          label={t('language')}
          data={LANGUAGES.map((value) => ({ value, label: getLanguageName(value) }))}
          value={language}
          onChange={setLanguage}
          placeholder={t('teamLanguage')}
          clearable
          w={200}
        />
        <Button onClick={createLink} loading={share.isPending}>
          {t('createLink')}
        </Button>
      </Group>
      {createdShare && (
        <div aria-live="polite">
          <CopyField label={t('link')} description={t('linkOnce')} value={createdShare.url} />
        </div>
      )}
    </Stack>
  );
};

const useColumns = (onRevoke: (share: Share) => void): Column<Share>[] => {
  const { t } = useTranslation('inspections');
  const formatName = useNames();
  const isExpired = ({ expiresAt }: Share) => new Date(expiresAt) <= new Date();
  return [
    {
      key: 'created',
      header: t('createdBy'),
      cell: ({ userName, createdAt }) =>
        t('approvedBy', { name: formatName(userName), time: formatDay(createdAt) }),
    },
    { key: 'expires', header: t('expires'), cell: ({ expiresAt }) => formatDay(expiresAt) },
    {
      key: 'uses',
      header: t('uses'),
      cell: ({ uses }) => t('usedCount', { count: uses }),
      isHiddenOnPhone: true,
    },
    {
      key: 'state',
      header: t('linkState'),
      cell: (share) => {
        if (share.revokedAt !== null) return <StatusBadge tone="warn">{t('linkRevoked')}</StatusBadge>;
        if (isExpired(share)) return <StatusBadge tone="warn">{t('linkExpired')}</StatusBadge>;
        return (
          <Group gap="xs">
            <StatusBadge tone="good">{t('linkActive')}</StatusBadge>
            <Button size="compact-xs" variant="light" color="red" onClick={() => onRevoke(share)}>
              {t('revoke')}
            </Button>
          </Group>
        );
      },
    },
  ];
};
