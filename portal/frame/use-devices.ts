import { useQuery } from '@tanstack/react-query';
import type { DeviceOfPerson } from '#contract/device.ts';
import { listAllDevices } from '#portal/api/devices.ts';
import { mayDo, useMe } from '#portal/session/me.ts';

/** By the id of a person. */
export type DevicesByPerson = Readonly<Record<number, readonly DeviceOfPerson[]>>;

const NONE: DevicesByPerson = {};

/** The feed of changes does not tell of contact, and a sign that is a minute late misleads nobody. */
const AGAIN_MS = 60_000;

/**
 * The devices of everybody whom the reader plans or manages: one request for the whole page, whatever asks. What has not
 * changed stays the same object, so that rows need not be drawn anew.
 */
export const useDevices = (): DevicesByPerson => {
  const me = useMe();
  const { data = NONE } = useQuery({
    queryKey: ['devices', 'all'],
    queryFn: listAllDevices,
    select: byPerson,
    enabled: mayDo(me, 'Tasks.Manage') || mayDo(me, 'Users.Manage'),
    staleTime: AGAIN_MS,
    refetchInterval: AGAIN_MS,
  });
  return data;
};

// A plain object: of a Map the query would not find what has stayed the same.
const byPerson = (devices: readonly DeviceOfPerson[]): DevicesByPerson => {
  const found: Record<number, DeviceOfPerson[]> = {};
  for (const device of devices) {
    found[device.user.id] ??= [];
    found[device.user.id]!.push(device);
  }
  return found;
};
