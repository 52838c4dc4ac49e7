import { useTranslation } from 'react-i18next';
import type { AuditEvent, AuditKind } from '#contract/audit.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { listAuditEvents } from '#portal/api/audit.ts';
import { usePages } from '#portal/api/use-pages.ts';
import { QueryTable } from '#portal/problems/QueryTable.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import type { Column } from '#portal/ui/ListTable.tsx';
import { DeviceLink } from './DeviceLink.tsx';
import { readOwnerName, useUnsentDataFormatter } from './device-events.ts';

const EVENT_KINDS = { ended: 'device.signed-out', erased: 'device.erased' } as const satisfies Record<
  string,
  AuditKind
>;

export const FormerDevices = ({ state }: { state: 'ended' | 'erased' }) => {
  const { t } = useTranslation('devices');
  const filter = { kind: EVENT_KINDS[state] };
  const { query, rows } = usePages({
    queryKey: ['audit-events', filter],
    readPage: (after) => listAuditEvents(filter, after),
    selectRows: ({ events }) => events,
  });
  const columns = useColumns();
  return (
    <QueryTable
      query={query}
      rows={rows}
      empty={<EmptyState title={t('noneEnded')}>{t('noneEndedHint')}</EmptyState>}
      caption={t(state)}
      columns={columns}
      keyOf={({ id }) => id}
    />
  );
};

const useColumns = (): Column<AuditEvent>[] => {
  const { t } = useTranslation('devices');
  const formatUnsentData = useUnsentDataFormatter();
  return [
    { key: 'person', header: t('person'), cell: (event) => readOwnerName(event) },
    {
      key: 'device',
      header: t('device'),
      cell: (event) => (
        <DeviceLink id={event.targetId ?? ''} name={event.targetName ?? '–'} owner={readOwnerName(event)} />
      ),
    },
    { key: 'unsent', header: t('unsent'), cell: (event) => formatUnsentData(event) ?? t('nothing') },
    { key: 'by', header: t('by'), cell: ({ actorName }) => actorName ?? '–' },
    { key: 'when', header: t('when'), cell: ({ occurredAt }) => formatDateTime(occurredAt) },
  ];
};
