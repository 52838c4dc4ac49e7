import { flagOf, oneOf, present, textOf, uuidOf } from '#portal/frame/search-values.ts';

/** What a device is. Without one of them the list has those that are signed in and those that are to be erased. */
export const DEVICE_STATES = ['signed-in', 'to-be-erased', 'ended', 'erased'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

/** Days without contact that one can ask for. */
export const SILENCES = [1, 7, 14] as const;

/** What of the list of devices stands in its address. */
export type DevicesSearch = {
  text?: string | undefined;
  userId?: number | undefined;
  state?: DeviceState | undefined;
  isUnsent?: boolean | undefined;
  silentDays?: (typeof SILENCES)[number] | undefined;
  /** The device whose details are shown. */
  device?: string | undefined;
};

const idOf = (value: unknown): number | undefined => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

export const parseDevicesSearch = (search: Record<string, unknown>): DevicesSearch =>
  present({
    text: textOf(search.text),
    userId: idOf(search.userId),
    state: oneOf(search.state, DEVICE_STATES),
    isUnsent: flagOf(search.isUnsent),
    silentDays: SILENCES.find((days) => String(days) === String(search.silentDays)),
    device: uuidOf(search.device),
  });
