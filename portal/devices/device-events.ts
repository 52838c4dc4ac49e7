import type { AuditEvent } from '#contract/audit.ts';
import { useDeviceTexts } from './device-texts.ts';

/** The owner of the device: `userName` in the details if an administrator acted, otherwise the actor. */
export const ownerOf = ({ details, actorName }: AuditEvent): string =>
  typeof details.userName === 'string' ? details.userName : (actorName ?? '–');

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Returns a function that formats the unsent data of a device at the time of an event. */
export const useUnsentAtEvent = () => {
  const { formatUnsent } = useDeviceTexts();
  return ({ details }: AuditEvent): string | undefined =>
    formatUnsent({
      unsentAnswers: countOf(details.unsentAnswers),
      unsentPictures: countOf(details.unsentPictures),
    });
};
