import { Group, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { UserDevice } from '#contract/device.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { formatFullName } from '#kit/full-name.ts';
import { StatusBadge } from '#kit/StatusBadge.tsx';
import { formatTimeAgo } from '#kit/time-ago.ts';
import { type DeviceFilter, listDevices } from '#portal/api/devices.ts';
import { usePages } from '#portal/api/use-pages.ts';
import { QueryTable } from '#portal/problems/QueryTable.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import type { Column } from '#portal/ui/ListTable.tsx';
import { NoPermission } from '#portal/ui/NoPermission.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { DeviceDrawer } from './DeviceDrawer.tsx';
import { DeviceFilters } from './DeviceFilters.tsx';
import { DeviceLink } from './DeviceLink.tsx';
import { needsAttention } from './device-state.ts';
import { type DevicesSearch, parseDevicesSearch } from './devices-search.ts';
import { FormerDevices } from './FormerDevices.tsx';
import { useDeviceLabels } from './use-device-labels.ts';

/** Polled, because the change feed does not report when devices connect. */
const REFETCH_INTERVAL_MS = 30_000;

export const DeviceList = () => {
  const { t } = useTranslation('devices');
  return useHasPermission('Users.Manage') ? <AllDevices /> : <NoPermission title={t('devices')} />;
};

const AllDevices = () => {
  const { t } = useTranslation('devices');
  const search = useSearch({ from: '/devices' });
  const navigate = useNavigate({ from: '/devices' });
  const changeSearch = (changes: Partial<DevicesSearch>) =>
    void navigate({ search: (prev) => parseDevicesSearch({ ...prev, ...changes }), replace: true });
  const { state } = search;
  return (
    <Page title={t('devices')}>
      <DimmedText mb="sm">{t('intro')}</DimmedText>
      <DeviceFilters search={search} onChange={changeSearch} />
      {state === 'ended' || state === 'erased' ? (
        <FormerDevices state={state} />
      ) : (
        <CurrentDevices search={search} onClear={() => void navigate({ search: {} })} />
      )}
      <DeviceDrawer id={search.device} onClose={() => changeSearch({ device: undefined })} />
    </Page>
  );
};

const CurrentDevices = ({ search, onClear }: { search: DevicesSearch; onClear: () => void }) => {
  const { t } = useTranslation('devices');
  const filter = createFilter(search);
  const { query, rows } = usePages({
    queryKey: ['devices', 'list', filter],
    readPage: (after) => listDevices(filter, after),
    selectRows: ({ devices }) => devices,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  const columns = useColumns();
  return (
    <QueryTable
      query={query}
      rows={rows}
      empty={
        Object.keys(filter).length > 0 ? (
          <EmptyState title={t('noneMatch')} clearLabel={t('clearFilters')} onClear={onClear}>
            {t('noneMatchHint')}
          </EmptyState>
        ) : (
          <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
        )
      }
      caption={t('devices')}
      columns={columns}
      keyOf={({ id }) => id}
    />
  );
};

const createFilter = ({
  text,
  userId,
  state,
  hasUnsentData,
  daysWithoutContact,
}: DevicesSearch): DeviceFilter => ({
  ...(text !== undefined && { text }),
  ...(userId !== undefined && { userId: String(userId) }),
  ...(state !== undefined && { isErasureRequested: state === 'to-be-erased' ? 'true' : 'false' }),
  ...(hasUnsentData !== undefined && { hasUnsentData: hasUnsentData ? 'true' : 'false' }),
  ...(daysWithoutContact !== undefined && { daysWithoutContact: String(daysWithoutContact) }),
});

const useColumns = (): Column<UserDevice>[] => {
  const { t } = useTranslation('devices');
  return [
    {
      key: 'device',
      header: t('personAndDevice'),
      cell: ({ id, name, user, erasureRequestedAt }) => (
        <Stack gap={2} align="flex-start">
          <AnchorLink to="/people/$userId" params={{ userId: user.id }} fw={550}>
            {formatFullName(user)}
          </AnchorLink>
          <Group gap={6}>
            <DeviceLink id={id} name={name} owner={formatFullName(user)} />
            <StatusBadge tone={erasureRequestedAt === null ? 'good' : 'bad'}>
              {t(erasureRequestedAt === null ? 'signed-in' : 'to-be-erased')}
            </StatusBadge>
          </Group>
        </Stack>
      ),
    },
    { key: 'unsent', header: t('unsent'), cell: (device) => <UnsentCell device={device} /> },
    {
      key: 'lastContact',
      header: t('lastContact'),
      cell: ({ lastSeenAt }) => <span title={formatDateTime(lastSeenAt)}>{formatTimeAgo(lastSeenAt)}</span>,
    },
    {
      key: 'signedIn',
      header: t('signedIn'),
      isHiddenOnPhone: true,
      cell: ({ createdAt }) => formatDateTime(createdAt),
    },
  ];
};

const UnsentCell = ({ device }: { device: UserDevice }) => {
  const { t } = useTranslation('devices');
  const unsentText = useDeviceLabels().formatUnsentSince(device);
  if (unsentText !== undefined)
    return needsAttention(device, { isAtWork: false }) ? (
      <StatusBadge tone="warn">{unsentText}</StatusBadge>
    ) : (
      unsentText
    );
  return device.reportedAt === null ? t('notReported') : t('nothing');
};
