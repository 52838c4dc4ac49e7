import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AuditEvent, AuditKind } from '#contract/audit.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { currentLanguage } from '#kit/language.ts';
import { listAuditEvents } from '#portal/api/audit.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { type Column, ListTable } from '#portal/ui/ListTable.tsx';
import { MoreRows } from '#portal/ui/MoreRows.tsx';
import { DeviceLink } from './DeviceLink.tsx';
import { personOf, useUnsentThen } from './ending.ts';

/** The kind of the event that ends a device in this state. */
const KINDS = { ended: 'device.signed-out', erased: 'device.erased' } as const satisfies Record<
  string,
  AuditKind
>;

/** Ended devices from the audit log, the latest first. */
export const EndedDevices = ({ state }: { state: 'ended' | 'erased' }) => {
  const { t } = useTranslation('devices');
  const filter = { kind: KINDS[state] };
  const events = useInfiniteQuery({
    queryKey: ['audit-events', filter],
    queryFn: ({ pageParam }) => listAuditEvents(filter, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
  const rows = events.data?.pages.flatMap((page) => page.events);
  const columns = useColumns();
  return (
    <>
      {events.error && <ProblemNote problem={events.error} onRetry={() => void events.refetch()} />}
      {rows?.length === 0 ? (
        <EmptyState title={t('noneEnded')}>{t('noneEndedHint')}</EmptyState>
      ) : events.isError && !rows ? null : (
        <ListTable caption={t(state)} columns={columns} rows={rows} keyOf={({ id }) => id} />
      )}
      <MoreRows query={events} />
    </>
  );
};

const useColumns = (): Column<AuditEvent>[] => {
  const { t } = useTranslation('devices');
  const unsentThen = useUnsentThen();
  return [
    { key: 'person', head: t('person'), cell: (event) => personOf(event) },
    {
      key: 'device',
      head: t('device'),
      cell: (event) => (
        <DeviceLink id={event.targetId ?? ''} name={event.targetName ?? '–'} person={personOf(event)} />
      ),
    },
    { key: 'unsent', head: t('unsent'), cell: (event) => unsentThen(event) ?? t('nothing') },
    { key: 'by', head: t('by'), cell: ({ actorName }) => actorName ?? '–' },
    { key: 'when', head: t('when'), cell: ({ occurredAt }) => formatDateTime(occurredAt, currentLanguage()) },
  ];
};
