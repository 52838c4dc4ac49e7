import type { AuditEvent } from '#contract/audit.ts';
import { useDeviceLabels } from './use-device-labels.ts';

/** Returns the owner of the device: `details.userName` if an administrator acted, otherwise the actor. */
export const readOwnerName = ({ details, actorName }: AuditEvent): string =>
  typeof details.userName === 'string' ? details.userName : (actorName ?? '–');

const parseCount = (value: unknown): number => (typeof value === 'number' ? value : 0);

export const useUnsentDataFormatter = () => {
  const { formatUnsentData } = useDeviceLabels();
  return ({ details }: AuditEvent): string | undefined =>
    formatUnsentData({
      unsentAnswers: parseCount(details.unsentAnswers),
      unsentPictures: parseCount(details.unsentPictures),
    });
};
