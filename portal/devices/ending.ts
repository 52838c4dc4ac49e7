import type { AuditEvent } from '#contract/audit.ts';
import { useDeviceWords } from '#portal/frame/device-words.ts';

/** Whose device an act was on: who did it, unless an administrator did it to somebody. */
export const personOf = ({ details, actorName }: AuditEvent): string =>
  typeof details.userName === 'string' ? details.userName : (actorName ?? '–');

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** What a device had not sent when an administrator ended it. */
export const useUnsentThen = () => {
  const { what } = useDeviceWords();
  return ({ details }: AuditEvent): string | undefined =>
    what({
      unsentAnswers: countOf(details.unsentAnswers),
      unsentPictures: countOf(details.unsentPictures),
    });
};
