import { Button, Code, Drawer, Group, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#kit/date-time-format.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { type ChangeEntry, readChangePage } from '#portal/api/integration.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { CopyField } from '#portal/ui/CopyField.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { type Column, ListTable } from '#portal/ui/ListTable.tsx';
import classes from './FeedViewer.module.css';

/** The URL value for the start of the feed, which has no token. */
const START = 'start';

type Props = { token: string | undefined; onStep: (token: string) => void };

export const FeedViewer = ({ token, onStep }: Props) => {
  const { t } = useTranslation('integration');
  const [typedToken, setTypedToken] = useState('');
  const page = useQuery({
    queryKey: ['change-page', token],
    queryFn: () => readChangePage(token === START ? undefined : token),
    enabled: token !== undefined,
    placeholderData: keepPreviousData,
  });
  // If there are no newer changes, the feed returns its latest entry again, with the same token (decision C4).
  const isEnd =
    !page.isPlaceholderData && (page.data?.results.length === 0 || page.data?.nextChangeToken === token);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typedToken.trim() !== '') onStep(typedToken.trim());
  };
  return (
    <Stack gap="sm">
      <DimmedText>{t('feedHint')}</DimmedText>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs">
          <Button variant="default" onClick={() => onStep(START)}>
            {t('fromStart')}
          </Button>
          <TextInput
            label={t('tokenField')}
            maxLength={64}
            spellCheck={false}
            value={typedToken}
            onChange={(event) => setTypedToken(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={typedToken.trim() === ''}>
            {t('go')}
          </Button>
        </Group>
      </form>
      {page.error && <ProblemNote problem={page.error} />}
      {page.data && !page.error && (
        <Stack gap="sm" aria-busy={page.isPlaceholderData}>
          <Group align="flex-end" gap="xs">
            <CopyField label={t('nextToken')} value={page.data.nextChangeToken} />
            <Button
              loading={page.isFetching}
              disabled={isEnd}
              onClick={() => onStep(page.data.nextChangeToken)}
            >
              {t('next')}
            </Button>
          </Group>
          <Text role="status" size="sm">
            {isEnd ? t('feedEnd') : t('entries', { count: page.data.results.length })}
          </Text>
          {!isEnd && <Entries entries={page.data.results} />}
        </Stack>
      )}
    </Stack>
  );
};

const Entries = ({ entries }: { entries: ChangeEntry[] }) => {
  const { t } = useTranslation('integration');
  const [openEntry, setOpenEntry] = useState<ChangeEntry>();
  const columns: Column<ChangeEntry>[] = [
    {
      key: 'task',
      header: t('task'),
      cell: ({ externalId, title, hasTask }) => (
        <>
          <Text size="sm">{title ?? '–'}</Text>
          <DimmedText size="xs">{hasTask ? externalId : t('inspectionOnly')}</DimmedText>
        </>
      ),
    },
    { key: 'state', header: t('state'), cell: (entry) => <StateBadge entry={entry} /> },
    {
      key: 'team',
      header: t('team'),
      isHiddenOnPhone: true,
      cell: ({ workAreaTitle }) => workAreaTitle ?? '–',
    },
    {
      key: 'assignee',
      header: t('assignee'),
      isHiddenOnPhone: true,
      cell: ({ assignedUserName }) => assignedUserName ?? '–',
    },
    {
      key: 'changed',
      header: t('changed'),
      isHiddenOnPhone: true,
      cell: ({ lastModificationTime }) =>
        lastModificationTime === null ? '–' : formatDateTime(lastModificationTime),
    },
    {
      key: 'entry',
      header: t('entry'),
      cell: (entry) => (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('viewEntryOf', { title: entry.title ?? entry.externalId })}
          onClick={() => setOpenEntry(entry)}
        >
          {t('viewEntry')}
        </Button>
      ),
    },
  ];
  return (
    <>
      <ListTable
        caption={t('feed')}
        columns={columns}
        rows={entries}
        keyOf={({ id, externalId }) => `${id} ${externalId}`}
      />
      <Drawer
        opened={openEntry !== undefined}
        onClose={() => setOpenEntry(undefined)}
        position="right"
        size="lg"
        title={openEntry && (openEntry.title ?? openEntry.externalId)}
      >
        <Code block tabIndex={0} className={classes.entry}>
          {JSON.stringify(openEntry, null, 2)}
        </Code>
      </Drawer>
    </>
  );
};

const StateBadge = ({ entry: { isDeleted, state } }: { entry: ChangeEntry }) => {
  const { t } = useTranslation('integration');
  if (isDeleted || state === null) return <StatusBadge tone="warn">{t('deleted')}</StatusBadge>;
  return (
    <StatusBadge tone={state === 3 ? 'good' : 'calm'}>{t(`state${state as 0 | 1 | 2 | 3 | 4}`)}</StatusBadge>
  );
};
