import type { DevicePage, DeviceQuery, UserDevice } from '#contract/device.ts';
import { get, remove } from './request.ts';

const DEVICES = '/api/v1/devices';

export type DeviceFilter = Omit<DeviceQuery, 'after' | 'limit'>;

export const listDevices = (filter: DeviceFilter, after?: string, limit = 100) =>
  get<DevicePage>(DEVICES, { query: { ...filter, after, limit } });

/** Everybody's whom the reader may ask about: one request for up to 500. */
export const listAllDevices = async (): Promise<UserDevice[]> => {
  const devices: UserDevice[] = [];
  let after: string | undefined;
  do {
    const page = await listDevices({}, after, 500);
    devices.push(...page.devices);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return devices;
};

/** null: there is none of that id any more. */
export const findDevice = async (id: string): Promise<UserDevice | null> =>
  (await listDevices({ id })).devices[0] ?? null;

/** Revokes it at its next contact, and has it erased there when that is wanted. */
export const revokeDevice = (id: string, isErased: boolean) =>
  remove<unknown>(`${DEVICES}/${id}`, { query: { erase: isErased } });
