import { useQuery } from '@tanstack/react-query';
import type { UserDevice } from '#contract/device.ts';
import { listAllDevices } from '#portal/api/devices.ts';
import { hasPermission, useMe } from '#portal/session/me.ts';

/** Devices by their owner's ID. */
type DevicesByPerson = Readonly<Partial<Record<number, readonly UserDevice[]>>>;

const NO_DEVICES: DevicesByPerson = {};

/** Polled, because the change feed does not report when devices connect. Warnings may be a minute late. */
const REFETCH_INTERVAL_MS = 60_000;

/** All components share one request. Unchanged devices keep their identity, so that rows do not re-render. */
export const useDevices = (): DevicesByPerson => {
  const me = useMe();
  const { data = NO_DEVICES } = useQuery({
    queryKey: ['devices', 'all'],
    queryFn: listAllDevices,
    select: groupByPerson,
    enabled: hasPermission(me, 'Tasks.Manage') || hasPermission(me, 'Users.Manage'),
    staleTime: REFETCH_INTERVAL_MS,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  return data;
};

// Returns an object because TanStack Query does not apply structural sharing to Maps.
const groupByPerson = (devices: readonly UserDevice[]): DevicesByPerson =>
  Object.groupBy(devices, ({ user }) => user.id);
