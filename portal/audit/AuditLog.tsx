import { Button, Group, Select, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '#contract/audit.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { startOfDay } from '#kit/days.ts';
import { IconDownload } from '#kit/icons/icons.ts';
import { currentLanguage } from '#kit/language.ts';
import { Mark } from '#kit/Mark.tsx';
import { type AuditFilter, auditFileUrl, listAuditEvents } from '#portal/api/audit.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { DateInput } from '#portal/ui/DateInput.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { type Column, ListTable } from '#portal/ui/ListTable.tsx';
import { MoreRows } from '#portal/ui/MoreRows.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { SearchField } from '#portal/ui/SearchField.tsx';
import { type AuditSearch, parseAuditSearch, TARGETS } from './audit-search.ts';
import { EventDrawer } from './EventDrawer.tsx';
import { isKnown, KINDS, type Kind } from './kinds.ts';

/** The audit log, the newest event first. */
export const AuditLog = () => {
  const { t } = useTranslation('audit');
  const search = useSearch({ from: '/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const change = (more: Partial<AuditSearch>) =>
    void navigate({ search: (before) => parseAuditSearch({ ...before, ...more }), replace: true });
  const { from, to, event: opened, ...others } = search;
  const filter = {
    ...others,
    ...(from !== undefined && { from: startOfDay(from).toISOString() }),
    ...(to !== undefined && { to: startOfDay(to, 1).toISOString() }),
  } as AuditFilter;
  const events = useInfiniteQuery({
    queryKey: ['audit-events', filter],
    queryFn: ({ pageParam }) => listAuditEvents(filter, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const rows = events.data?.pages.flatMap((page) => page.events);
  const columns = useColumns();
  return (
    <Page
      title={t('audit')}
      actions={
        <Button
          component="a"
          href={auditFileUrl(filter)}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('exportCsv')}
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('intro')}
      </Text>
      <Filters search={search} onChange={change} />
      {events.error && <ProblemNote problem={events.error} onRetry={() => void events.refetch()} />}
      {rows?.length === 0 ? (
        <EmptyState
          title={t('nothing')}
          action={
            <Button variant="default" onClick={() => void navigate({ search: {} })}>
              {t('clear')}
            </Button>
          }
        >
          {t('nothingHint')}
        </EmptyState>
      ) : events.isError && !rows ? null : (
        <ListTable caption={t('audit')} columns={columns} rows={rows} keyOf={({ id }) => id} />
      )}
      <MoreRows query={events} />
      <EventDrawer
        id={opened}
        known={rows?.find(({ id }) => id === opened)}
        onClose={() => change({ event: undefined })}
        onNarrow={(more) => change({ ...more, event: undefined })}
      />
    </Page>
  );
};

const useColumns = (): Column<AuditEvent>[] => {
  const { t } = useTranslation('audit');
  const say = (kind: string) => (isKnown(kind) ? t(kind) : kind);
  const at = (moment: string) => formatDateTime(moment, currentLanguage());
  return [
    { key: 'when', head: t('when'), cell: ({ occurredAt }) => at(occurredAt) },
    {
      key: 'what',
      head: t('event'),
      cell: ({ kind }) => <Mark tone={isKnown(kind) ? KINDS[kind] : 'plain'}>{say(kind)}</Mark>,
    },
    {
      key: 'who',
      head: t('doneBy'),
      cell: ({ actorName, channel }) => actorName ?? (channel === 'http' ? t('unknown') : t('operator')),
    },
    {
      key: 'target',
      head: t('target'),
      isHiddenOnPhone: true,
      cell: ({ targetName, targetId }) => targetName ?? targetId ?? '–',
    },
    {
      key: 'ipAddress',
      head: t('network'),
      isHiddenOnPhone: true,
      cell: ({ ipAddress }) => ipAddress ?? '–',
    },
    {
      key: 'details',
      head: t('details'),
      cell: (event) => (
        <AnchorLink
          from="/audit"
          to="."
          search={(before) => ({ ...before, event: event.id })}
          replace
          resetScroll={false}
          aria-label={t('detailsOf', { what: say(event.kind), when: at(event.occurredAt) })}
        >
          {t('details')}
        </AnchorLink>
      ),
    },
  ];
};

type AreaOf<Each extends string> = Each extends `${infer Area}.${string}` ? Area : never;

const areaOf = (kind: Kind) => kind.split('.', 1)[0] as AreaOf<Kind>;

const Filters = ({
  search,
  onChange,
}: {
  search: AuditSearch;
  onChange: (more: Partial<AuditSearch>) => void;
}) => {
  const { t } = useTranslation('audit');
  const kinds = Object.keys(KINDS) as Kind[];
  const areas = [...new Set(kinds.map(areaOf))].map((area) => {
    const members = kinds.filter((kind) => areaOf(kind) === area);
    const name = t(`area.${area}`);
    return {
      group: name,
      items: [
        ...(members.length > 1 ? [{ value: area, label: t('all', { area: name }) }] : []),
        ...members.map((kind) => ({ value: kind, label: t(kind) })),
      ],
    };
  });
  const day = (name: 'from' | 'to') => ({
    label: t(name),
    value: search[name] ?? '',
    onChange: (value: string) => onChange({ [name]: value || undefined }),
  });
  return (
    <Group gap="xs" mb="sm" align="flex-end">
      <SearchField label={t('actor')} value={search.actor ?? ''} onSearch={(actor) => onChange({ actor })} />
      <Select
        label={t('kind')}
        placeholder={t('anyKind')}
        searchable
        clearable
        data={areas}
        value={search.kind ?? null}
        onChange={(kind) => onChange({ kind: kind ?? undefined })}
        w={{ base: '100%', xs: 240 }}
      />
      <Select
        label={t('targetType')}
        placeholder={t('anyTarget')}
        clearable
        data={TARGETS.map((value) => ({ value, label: t(value) }))}
        value={search.targetType ?? null}
        onChange={(value) =>
          onChange({ targetType: (value ?? undefined) as AuditSearch['targetType'], targetId: undefined })
        }
        w={{ base: '47%', xs: 150 }}
      />
      <DateInput {...day('from')} />
      <DateInput {...day('to')} />
    </Group>
  );
};
