import { Button, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Inspection } from '#contract/inspection.ts';
import type { Share, ShareDraft, ShareMade } from '#contract/report.ts';
import { Mark } from '#kit/Mark.tsx';
import { sayDay } from '#kit/moments.ts';
import { currentLanguage, LANGUAGES } from '#kit/words.ts';
import { listShares, revokeShare, shareReport } from '#portal/api/inspections.ts';
import { AskDialog } from '#portal/frame/AskDialog.tsx';
import { CopyField } from '#portal/frame/CopyField.tsx';
import { type Column, ListTable } from '#portal/frame/ListTable.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useAct } from '#portal/frame/use-act.ts';
import { useNames } from '#portal/frame/use-names.ts';
import { useSay } from '#portal/frame/use-say.ts';
import { useInspectionWords } from './words.ts';

const DAYS = [7, 30, 90, 365];

/** Links to the report for people without an account: made, counted and taken back. */
export const Shares = ({ inspection: { id, completion } }: { inspection: Inspection }) => {
  const t = useInspectionWords();
  const nameOf = useNames();
  const say = useSay();
  const [asked, setAsked] = useState<Share>();
  const key = ['shares', id];
  const found = useQuery({ queryKey: key, queryFn: () => listShares(id) });
  const revoke = useAct({
    act: (share: Share) => revokeShare(id, share.id),
    changes: [key],
    onDone: () => say(t('revoked')),
  });
  const columns = useColumns(setAsked);
  const shares = found.data?.shares;
  return (
    <Paper withBorder p="md">
      <Title order={2}>{t('shares')}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('sharesHint')}
      </Text>
      {completion > 0 ? <NewLink inspectionId={id} /> : <Text size="sm">{t('notYetShared')}</Text>}
      {found.isError && <ProblemNote problem={found.error} onRetry={() => void found.refetch()} />}
      {shares?.length === 0 && (
        <Text size="sm" mt="sm">
          {t('noShares')}
        </Text>
      )}
      {shares && shares.length > 0 && (
        <ListTable caption={t('shares')} columns={columns} rows={shares} keyOf={(share) => share.id} />
      )}
      {asked && (
        <AskDialog
          question={t('revokeAsk', { name: nameOf(asked.userName) })}
          answer={t('revoke')}
          onYes={() => revoke.mutateAsync(asked).catch(() => {})}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Paper>
  );
};

const NewLink = ({ inspectionId }: { inspectionId: string }) => {
  const t = useInspectionWords();
  const [days, setDays] = useState(String(DAYS[1]));
  const [language, setLanguage] = useState<string | null>(null);
  const [made, setMade] = useState<ShareMade>();
  const share = useAct({
    act: (draft: ShareDraft) => shareReport(inspectionId, draft),
    changes: [['shares', inspectionId]],
    onDone: setMade,
  });
  const make = () =>
    share.mutate({
      expiresInDays: Number(days),
      ...(language !== null && { language: language as 'en' | 'nl' }),
    });
  return (
    <Stack gap="sm" mb="sm">
      <Group align="end">
        <Select
          label={t('validFor')}
          data={DAYS.map((count) => ({ value: String(count), label: t('days', { count }) }))}
          value={days}
          onChange={(value) => value && setDays(value)}
          allowDeselect={false}
          w={140}
        />
        <Select
          label={t('language')}
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
          value={language}
          onChange={setLanguage}
          placeholder={t('ofTeam')}
          clearable
          w={200}
        />
        <Button onClick={make} loading={share.isPending}>
          {t('makeLink')}
        </Button>
      </Group>
      {made && (
        <div aria-live="polite">
          <CopyField label={t('link')} description={t('linkOnce')} value={made.url} />
        </div>
      )}
    </Stack>
  );
};

const useColumns = (onRevoke: (share: Share) => void): Column<Share>[] => {
  const t = useInspectionWords();
  const nameOf = useNames();
  const language = currentLanguage();
  const isOver = ({ expiresAt }: Share) => new Date(expiresAt) <= new Date();
  return [
    {
      key: 'made',
      head: t('madeBy'),
      cell: ({ userName, createdAt }) =>
        t('approvedBy', { name: nameOf(userName), moment: sayDay(createdAt, language) }),
    },
    { key: 'expires', head: t('expires'), cell: ({ expiresAt }) => sayDay(expiresAt, language) },
    { key: 'uses', head: t('uses'), cell: ({ uses }) => t('usedCount', { count: uses }), isDeskOnly: true },
    {
      key: 'state',
      head: t('linkState'),
      cell: (share) => {
        if (share.revokedAt !== null) return <Mark tone="warn">{t('linkRevoked')}</Mark>;
        if (isOver(share)) return <Mark tone="warn">{t('linkExpired')}</Mark>;
        return (
          <Group gap="xs">
            <Mark tone="good">{t('linkWorks')}</Mark>
            <Button size="compact-xs" variant="light" color="red" onClick={() => onRevoke(share)}>
              {t('revoke')}
            </Button>
          </Group>
        );
      },
    },
  ];
};
