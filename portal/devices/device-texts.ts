import { useTranslation } from 'react-i18next';
import type { UserDevice } from '#contract/device.ts';
import { formatDateTime, formatTime } from '#kit/date-time-format.ts';
import { dayText } from '#kit/days.ts';
import { currentLanguage } from '#kit/language.ts';
import { timeAgo } from '#kit/time-ago.ts';
import { isUnsent, type UnsentCounts } from './device-state.ts';

/** Texts about a device: its unsent data, and its status in one line. */
export const useDeviceTexts = () => {
  const { t } = useTranslation('devices-of-people');
  const language = currentLanguage();
  const since = (moment: string) =>
    dayText(new Date(moment)) === dayText(new Date())
      ? formatTime(moment, language)
      : formatDateTime(moment, language);
  /** "3 answers and 2 pictures"; undefined when nothing is unsent. */
  const unsentText = (counts: UnsentCounts): string | undefined => {
    if (!isUnsent(counts)) return undefined;
    const { unsentAnswers, unsentPictures } = counts;
    return new Intl.ListFormat(language).format([
      ...(unsentAnswers > 0 ? [t('answers', { count: unsentAnswers })] : []),
      ...(unsentPictures > 0 ? [t('pictures', { count: unsentPictures })] : []),
    ]);
  };
  // When the device did not report since when, its last contact counts.
  const sinceWhen = ({ unsentSince, lastSeenAt }: UserDevice) => since(unsentSince ?? lastSeenAt);
  /** "3 answers and 2 pictures since 14:10"; undefined when nothing is unsent. */
  const whatSince = (device: UserDevice): string | undefined => {
    const counts = unsentText(device);
    return counts && t('whatSince', { what: counts, since: sinceWhen(device) });
  };
  /** "Chrome on Android: last contact 2 hours ago, 3 answers and 2 pictures not sent since 14:10" */
  const line = (device: UserDevice): string => {
    const unsent = unsentText(device);
    const details = [
      device.erasureRequestedAt !== null && t('erasing'),
      t('contact', { ago: timeAgo(device.lastSeenAt, language) }),
      unsent === undefined
        ? device.reportedAt !== null && t('allSent')
        : t('notSentSince', { what: unsent, since: sinceWhen(device) }),
    ];
    return t('sentence', { name: device.name, details: details.filter(Boolean).join(', ') });
  };
  return { what: unsentText, whatSince, line };
};
