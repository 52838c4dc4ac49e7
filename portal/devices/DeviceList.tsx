import { Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { DeviceOfPerson } from '#contract/device.ts';
import { Mark } from '#kit/Mark.tsx';
import { sayMoment } from '#kit/moments.ts';
import { timeAgo } from '#kit/time-ago.ts';
import { currentLanguage } from '#kit/words.ts';
import { type DeviceFilter, listDevices } from '#portal/api/devices.ts';
import { fullName } from '#portal/api/lookups.ts';
import { AnchorLink } from '#portal/frame/AnchorLink.tsx';
import { isNoteworthy } from '#portal/frame/device-state.ts';
import { useDeviceWords } from '#portal/frame/device-words.ts';
import { EmptyState } from '#portal/frame/EmptyState.tsx';
import { type Column, ListTable } from '#portal/frame/ListTable.tsx';
import { MayNot } from '#portal/frame/MayNot.tsx';
import { MoreRows } from '#portal/frame/MoreRows.tsx';
import { Page } from '#portal/frame/Page.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useMay } from '#portal/session/me.ts';
import { DeviceDrawer } from './DeviceDrawer.tsx';
import { DeviceFilters } from './DeviceFilters.tsx';
import { DeviceLink } from './DeviceLink.tsx';
import { type DevicesSearch, parseDevicesSearch } from './devices-search.ts';
import { EndedDevices } from './EndedDevices.tsx';
import { useDevicesWords } from './words.ts';

/** Devices tell no one's page that they made contact: the list asks again. */
const AGAIN_MS = 30_000;

/** Where people inspect, what waits there, and a way to end it. */
export const DeviceList = () => {
  const t = useDevicesWords();
  return useMay('Users.Manage') ? <Everybodys /> : <MayNot title={t('devices')} />;
};

const Everybodys = () => {
  const t = useDevicesWords();
  const search = useSearch({ from: '/devices' });
  const navigate = useNavigate({ from: '/devices' });
  const change = (more: Partial<DevicesSearch>) =>
    void navigate({ search: (before) => parseDevicesSearch({ ...before, ...more }), replace: true });
  const { state } = search;
  return (
    <Page title={t('devices')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('intro')}
      </Text>
      <DeviceFilters search={search} onChange={change} />
      {state === 'ended' || state === 'erased' ? (
        <EndedDevices state={state} />
      ) : (
        <PresentDevices search={search} onClear={() => void navigate({ search: {} })} />
      )}
      <DeviceDrawer id={search.device} onClose={() => change({ device: undefined })} />
    </Page>
  );
};

const PresentDevices = ({ search, onClear }: { search: DevicesSearch; onClear: () => void }) => {
  const t = useDevicesWords();
  const filter = filterOf(search);
  const devices = useInfiniteQuery({
    queryKey: ['devices', 'list', filter],
    queryFn: ({ pageParam }) => listDevices(filter, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });
  const rows = devices.data?.pages.flatMap((page) => page.devices);
  const columns = useColumns();
  return (
    <>
      {devices.error && <ProblemNote problem={devices.error} onRetry={() => void devices.refetch()} />}
      {rows?.length === 0 ? (
        <EmptyState
          title={t('nobodyFits')}
          action={
            <Button variant="default" onClick={onClear}>
              {t('clearFilters')}
            </Button>
          }
        >
          {t('nobodyFitsHint')}
        </EmptyState>
      ) : devices.isError && !rows ? null : (
        <ListTable caption={t('devices')} columns={columns} rows={rows} keyOf={({ id }) => id} />
      )}
      <MoreRows query={devices} />
    </>
  );
};

const filterOf = ({ text, userId, state, isUnsent, silentDays }: DevicesSearch): DeviceFilter => ({
  ...(text !== undefined && { text }),
  ...(userId !== undefined && { userId: String(userId) }),
  ...(state !== undefined && { isToBeErased: state === 'to-be-erased' ? 'true' : 'false' }),
  ...(isUnsent !== undefined && { isUnsent: isUnsent ? 'true' : 'false' }),
  ...(silentDays !== undefined && { silentDays: String(silentDays) }),
});

const useColumns = (): Column<DeviceOfPerson>[] => {
  const t = useDevicesWords();
  const language = currentLanguage();
  return [
    {
      key: 'device',
      head: t('personAndDevice'),
      cell: ({ id, name, user, erasureWantedAt }) => (
        <Stack gap={2} align="flex-start">
          <AnchorLink to="/people/$userId" params={{ userId: user.id }} fw={550}>
            {fullName(user)}
          </AnchorLink>
          <Group gap={6}>
            <DeviceLink id={id} name={name} person={fullName(user)} />
            {erasureWantedAt === null ? (
              <Mark tone="good">{t('signed-in')}</Mark>
            ) : (
              <Mark tone="bad">{t('to-be-erased')}</Mark>
            )}
          </Group>
        </Stack>
      ),
    },
    { key: 'unsent', head: t('unsent'), cell: (device) => <UnsentCell device={device} /> },
    {
      key: 'lastContact',
      head: t('lastContact'),
      cell: ({ lastSeenAt }) => (
        <span title={sayMoment(lastSeenAt, language)}>{timeAgo(lastSeenAt, language)}</span>
      ),
    },
    {
      key: 'signedIn',
      head: t('signedIn'),
      isDeskOnly: true,
      cell: ({ createdAt }) => sayMoment(createdAt, language),
    },
  ];
};

const UnsentCell = ({ device }: { device: DeviceOfPerson }) => {
  const t = useDevicesWords();
  const say = useDeviceWords();
  const what = say.whatSince(device);
  if (what !== undefined)
    return isNoteworthy(device, { isAtWork: false }) ? <Mark tone="warn">{what}</Mark> : what;
  return device.reportedAt === null ? t('notTold') : t('nothing');
};
