import { useQuery } from '@tanstack/react-query';
import type { UserDevice } from '#contract/device.ts';
import { listAllDevices } from '#portal/api/devices.ts';
import { hasPermission, useMe } from '#portal/session/me.ts';

/** By the id of a person. */
export type DevicesByPerson = Readonly<Record<number, readonly UserDevice[]>>;

const NONE: DevicesByPerson = {};

/** The change feed does not report contact. A warning that is a minute late does no harm. */
const REFRESH_MS = 60_000;

/**
 * The devices of all people that the user plans or manages: one request for the whole page. Unchanged devices keep their
 * identity, so that rows do not render again.
 */
export const useDevices = (): DevicesByPerson => {
  const me = useMe();
  const { data = NONE } = useQuery({
    queryKey: ['devices', 'all'],
    queryFn: listAllDevices,
    select: byPerson,
    enabled: hasPermission(me, 'Tasks.Manage') || hasPermission(me, 'Users.Manage'),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  return data;
};

// A plain object: structural sharing of queries does not support Map.
const byPerson = (devices: readonly UserDevice[]): DevicesByPerson => {
  const found: Record<number, UserDevice[]> = {};
  for (const device of devices) {
    found[device.user.id] ??= [];
    found[device.user.id]!.push(device);
  }
  return found;
};
