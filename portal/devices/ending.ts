import type { AuditEvent } from '#contract/audit.ts';
import { useDeviceTexts } from './device-texts.ts';

/** The owner of the device of an event: the actor, unless an administrator acted on another person's device. */
export const personOf = ({ details, actorName }: AuditEvent): string =>
  typeof details.userName === 'string' ? details.userName : (actorName ?? '–');

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The unsent data of a device at the time when an administrator ended it. */
export const useUnsentThen = () => {
  const { what } = useDeviceTexts();
  return ({ details }: AuditEvent): string | undefined =>
    what({
      unsentAnswers: countOf(details.unsentAnswers),
      unsentPictures: countOf(details.unsentPictures),
    });
};
