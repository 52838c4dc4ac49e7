import type { AuditEvent } from '#contract/audit.ts';
import { useDeviceLabels } from './use-device-labels.ts';

/** The owner of the device. If an administrator acted, this is `userName` in the details; otherwise it is the actor. */
export const readOwnerName = ({ details, actorName }: AuditEvent): string =>
  typeof details.userName === 'string' ? details.userName : (actorName ?? '–');

const parseCount = (value: unknown): number => (typeof value === 'number' ? value : 0);

export const useUnsentAtEvent = () => {
  const { formatUnsent } = useDeviceLabels();
  return ({ details }: AuditEvent): string | undefined =>
    formatUnsent({
      unsentAnswers: parseCount(details.unsentAnswers),
      unsentPictures: parseCount(details.unsentPictures),
    });
};
