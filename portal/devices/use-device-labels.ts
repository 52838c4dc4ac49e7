import { useTranslation } from 'react-i18next';
import type { UserDevice } from '#contract/device.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { formatDateTime, formatTime } from '#kit/date-time-format.ts';
import { formatIsoDate } from '#kit/days.ts';
import { formatTimeAgo } from '#kit/time-ago.ts';
import { hasUnsentData, type UnsentCounts } from './device-state.ts';

export const useDeviceLabels = () => {
  const { t } = useTranslation('devices-of-people');
  const language = currentLanguage();
  const formatSince = ({ unsentSince, lastSeenAt }: UserDevice) => {
    const since = unsentSince ?? lastSeenAt;
    return formatIsoDate(new Date(since)) === formatIsoDate(new Date())
      ? formatTime(since)
      : formatDateTime(since);
  };
  /** Returns, for example, "3 answers and 2 photos", or undefined if nothing is unsent. */
  const formatUnsentData = (counts: UnsentCounts): string | undefined => {
    if (!hasUnsentData(counts)) return undefined;
    const { unsentAnswers, unsentPictures } = counts;
    return new Intl.ListFormat(language).format([
      ...(unsentAnswers > 0 ? [t('answers', { count: unsentAnswers })] : []),
      ...(unsentPictures > 0 ? [t('pictures', { count: unsentPictures })] : []),
    ]);
  };
  /** Returns, for example, "3 answers and 2 photos since 14:10", or undefined if nothing is unsent. */
  const formatUnsentSince = (device: UserDevice): string | undefined => {
    const unsentData = formatUnsentData(device);
    return unsentData && t('unsentSince', { data: unsentData, since: formatSince(device) });
  };
  /** Returns, for example, "Chrome, Android: last contact 2 hours ago, 3 answers not sent since 14:10" */
  const formatStatus = (device: UserDevice): string => {
    const unsentData = formatUnsentData(device);
    const details = [
      device.erasureRequestedAt !== null && t('erasing'),
      t('contact', { ago: formatTimeAgo(device.lastSeenAt) }),
      unsentData === undefined
        ? device.reportedAt !== null && t('allSent')
        : t('notSentSince', { data: unsentData, since: formatSince(device) }),
    ];
    return t('sentence', { name: device.name, details: details.filter(Boolean).join(', ') });
  };
  return { formatUnsentData, formatUnsentSince, formatStatus };
};
