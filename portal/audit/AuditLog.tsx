import { Group, Select } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '#contract/audit.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { startOfDay } from '#kit/days.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { type AuditFilter, auditFileUrl, listAuditEvents } from '#portal/api/audit.ts';
import { usePages } from '#portal/api/use-pages.ts';
import { QueryTable } from '#portal/problems/QueryTable.tsx';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { DateInput } from '#portal/ui/DateInput.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { DownloadButton } from '#portal/ui/DownloadButton.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import type { Column } from '#portal/ui/ListTable.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { SearchField } from '#portal/ui/SearchField.tsx';
import { type AuditSearch, parseAuditSearch, TARGETS } from './audit-search.ts';
import { EventDrawer } from './EventDrawer.tsx';
import { formatKind, isKnownKind, KIND_TONES, type Kind } from './kinds.ts';

export const AuditLog = () => {
  const { t } = useTranslation('audit');
  const search = useSearch({ from: '/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const changeSearch = (changes: Partial<AuditSearch>) =>
    void navigate({ search: (prev) => parseAuditSearch({ ...prev, ...changes }), replace: true });
  const { from, to, event: openEventId, ...rest } = search;
  const filter = {
    ...rest,
    ...(from !== undefined && { from: startOfDay(from).toISOString() }),
    ...(to !== undefined && { to: startOfDay(to, 1).toISOString() }),
  } as AuditFilter;
  const { query, rows } = usePages({
    queryKey: ['audit-events', filter],
    readPage: (after) => listAuditEvents(filter, after),
    selectRows: ({ events }) => events,
  });
  const columns = useColumns();
  return (
    <Page title={t('audit')} actions={<DownloadButton href={auditFileUrl(filter)} label={t('exportCsv')} />}>
      <DimmedText mb="sm">{t('intro')}</DimmedText>
      <Filters search={search} onChange={changeSearch} />
      <QueryTable
        query={query}
        rows={rows}
        empty={
          <EmptyState
            title={t('nothing')}
            clearLabel={t('clear')}
            onClear={() => void navigate({ search: {} })}
          >
            {t('nothingHint')}
          </EmptyState>
        }
        caption={t('audit')}
        columns={columns}
        keyOf={({ id }) => id}
      />
      <EventDrawer
        id={openEventId}
        loadedEvent={rows?.find(({ id }) => id === openEventId)}
        onClose={() => changeSearch({ event: undefined })}
        onFilter={(changes) => changeSearch({ ...changes, event: undefined })}
      />
    </Page>
  );
};

const useColumns = (): Column<AuditEvent>[] => {
  const { t } = useTranslation('audit');
  return [
    { key: 'when', header: t('when'), cell: ({ occurredAt }) => formatDateTime(occurredAt) },
    {
      key: 'event',
      header: t('event'),
      cell: (event) => (
        <StatusBadge tone={isKnownKind(event.kind) ? KIND_TONES[event.kind] : 'plain'}>
          {formatKind(event, t)}
        </StatusBadge>
      ),
    },
    {
      key: 'actor',
      header: t('doneBy'),
      cell: ({ actorName, channel }) => actorName ?? (channel === 'http' ? t('unknown') : t('operator')),
    },
    {
      key: 'target',
      header: t('target'),
      isHiddenOnPhone: true,
      cell: ({ targetName, targetId }) => targetName ?? targetId ?? '–',
    },
    {
      key: 'ipAddress',
      header: t('network'),
      isHiddenOnPhone: true,
      cell: ({ ipAddress }) => ipAddress ?? '–',
    },
    {
      key: 'details',
      header: t('details'),
      cell: (event) => (
        <AnchorLink
          from="/audit"
          to="."
          search={(prev) => ({ ...prev, event: event.id })}
          replace
          resetScroll={false}
          aria-label={t('detailsOf', { event: formatKind(event, t), time: formatDateTime(event.occurredAt) })}
        >
          {t('details')}
        </AnchorLink>
      ),
    },
  ];
};

type KindArea<Name extends string> = Name extends `${infer Area}.${string}` ? Area : never;

const parseArea = (kind: Kind) => kind.split('.', 1)[0] as KindArea<Kind>;

type FiltersProps = { search: AuditSearch; onChange: (changes: Partial<AuditSearch>) => void };

const Filters = ({ search, onChange }: FiltersProps) => {
  const { t } = useTranslation('audit');
  const kinds = Object.keys(KIND_TONES) as Kind[];
  const kindOptions = [...new Set(kinds.map(parseArea))].map((area) => {
    const areaKinds = kinds.filter((kind) => parseArea(kind) === area);
    const name = t(`area.${area}`);
    return {
      group: name,
      items: [
        ...(areaKinds.length > 1 ? [{ value: area, label: t('all', { area: name }) }] : []),
        ...areaKinds.map((kind) => ({ value: kind, label: t(kind, { count: 1 }) })),
      ],
    };
  });
  const dateInputProps = (name: 'from' | 'to') => ({
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
        data={kindOptions}
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
        w={{ base: '47%', xs: 180 }}
      />
      <DateInput {...dateInputProps('from')} />
      <DateInput {...dateInputProps('to')} />
    </Group>
  );
};
