import {
  parseBoolean,
  parseOption,
  parsePositiveInteger,
  parseText,
  parseUuid,
  withoutUndefined,
} from '#portal/ui/search-values.ts';

/** The states of a device. By default, the list shows signed-in devices and those to be erased. */
export const DEVICE_STATES = ['signed-in', 'to-be-erased', 'ended', 'erased'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

export const DAYS_WITHOUT_CONTACT = [1, 7, 14] as const;

export type DevicesSearch = ReturnType<typeof parseDevicesSearch>;

export const parseDevicesSearch = (search: Record<string, unknown>) =>
  withoutUndefined({
    text: parseText(search.text),
    userId: parsePositiveInteger(search.userId),
    state: parseOption(search.state, DEVICE_STATES),
    hasUnsentData: parseBoolean(search.hasUnsentData),
    daysWithoutContact: DAYS_WITHOUT_CONTACT.find(
      (days) => search.daysWithoutContact === days || search.daysWithoutContact === String(days),
    ),
    device: parseUuid(search.device),
  });
