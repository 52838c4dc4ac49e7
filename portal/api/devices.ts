import type { DevicePage, DeviceQuery, UserDevice } from '#contract/device.ts';
import { readAllPages } from './read-all-pages.ts';
import { get, remove } from './request.ts';

const DEVICES = '/api/v1/devices';

export type DeviceFilter = Omit<DeviceQuery, 'after' | 'limit'>;

export const listDevices = (filter: DeviceFilter, after?: string, limit = 100) =>
  get<DevicePage>(DEVICES, { query: { ...filter, after, limit } });

export const listAllDevices = () =>
  readAllPages(
    (after) => listDevices({}, after, 500),
    ({ devices }) => devices,
  );

export const findDevice = async (id: string): Promise<UserDevice | null> =>
  (await listDevices({ id })).devices[0] ?? null;

/** With `erase`, the device also erases its data when it next connects. */
export const revokeDevice = (id: string, erase: boolean) =>
  remove<unknown>(`${DEVICES}/${id}`, { query: { erase } });
