import { useQuery } from '@tanstack/react-query';
import type { UserDevice } from '#contract/device.ts';
import { listAllDevices } from '#portal/api/devices.ts';
import { hasPermission, useMe } from '#portal/session/me.ts';

/** Devices by the ID of their owner. */
export type DevicesByPerson = Readonly<Record<number, readonly UserDevice[]>>;

const NONE: DevicesByPerson = {};

/** The change feed does not report the contact of devices, so they are polled. A warning may be a minute late. */
const REFETCH_INTERVAL_MS = 60_000;

/**
 * The devices of all people whom the user plans or manages, with one request per page. Unchanged devices keep their identity,
 * so that their rows do not render again.
 */
export const useDevices = (): DevicesByPerson => {
  const me = useMe();
  const { data = NONE } = useQuery({
    queryKey: ['devices', 'all'],
    queryFn: listAllDevices,
    select: groupByPerson,
    enabled: hasPermission(me, 'Tasks.Manage') || hasPermission(me, 'Users.Manage'),
    staleTime: REFETCH_INTERVAL_MS,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  return data;
};

// Not a Map, which queries cannot share structurally.
const groupByPerson = (devices: readonly UserDevice[]): DevicesByPerson => {
  const groups: Record<number, UserDevice[]> = {};
  for (const device of devices) {
    groups[device.user.id] ??= [];
    groups[device.user.id]!.push(device);
  }
  return groups;
};
