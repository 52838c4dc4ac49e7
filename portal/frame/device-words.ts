import type { DeviceOfPerson } from '#contract/device.ts';
import { dayText } from '#kit/days.ts';
import { sayMoment, sayTime } from '#kit/moments.ts';
import { timeAgo } from '#kit/time-ago.ts';
import { currentLanguage, defineWords } from '#kit/words.ts';
import { isUnsent, type UnsentCounts } from './device-state.ts';

const { useWords } = defineWords('devices-of-people', {
  en: {
    answers_one: '{{count}} answer',
    answers_other: '{{count}} answers',
    pictures_one: '{{count}} picture',
    pictures_other: '{{count}} pictures',
    whatSince: '{{what}} since {{since}}',
    notSentSince: '{{what}} not sent since {{since}}',
    allSent: 'had sent everything',
    contact: 'last contact {{ago}}',
    sentence: '{{name}}: {{told}}',
    erasing: 'is to be erased',
  },
  nl: {
    answers_one: '{{count}} antwoord',
    answers_other: '{{count}} antwoorden',
    pictures_one: '{{count}} foto',
    pictures_other: '{{count}} foto’s',
    whatSince: '{{what}} sinds {{since}}',
    notSentSince: '{{what}} niet verzonden sinds {{since}}',
    allSent: 'had alles verzonden',
    contact: 'laatste contact {{ago}}',
    sentence: '{{name}}: {{told}}',
    erasing: 'moet worden gewist',
  },
});

/** What there is to say of a device: what it has not sent, and all of it in a line. */
export const useDeviceWords = () => {
  const t = useWords();
  const language = currentLanguage();
  const since = (moment: string) =>
    dayText(new Date(moment)) === dayText(new Date())
      ? sayTime(moment, language)
      : sayMoment(moment, language);
  /** 3 answers and 2 pictures; undefined: nothing. */
  const what = (counts: UnsentCounts): string | undefined => {
    if (!isUnsent(counts)) return undefined;
    const { unsentAnswers, unsentPictures } = counts;
    return new Intl.ListFormat(language).format([
      ...(unsentAnswers > 0 ? [t('answers', { count: unsentAnswers })] : []),
      ...(unsentPictures > 0 ? [t('pictures', { count: unsentPictures })] : []),
    ]);
  };
  // Of one that did not say since when, the last contact is known.
  const sinceWhen = ({ unsentSince, lastSeenAt }: DeviceOfPerson) => since(unsentSince ?? lastSeenAt);
  /** 3 answers and 2 pictures since 14:10; undefined: nothing. */
  const whatSince = (device: DeviceOfPerson): string | undefined => {
    const told = what(device);
    return told && t('whatSince', { what: told, since: sinceWhen(device) });
  };
  /** Chrome on Android: last contact 2 hours ago, 3 answers and 2 pictures not sent since 14:10 */
  const line = (device: DeviceOfPerson): string => {
    const unsent = what(device);
    const told = [
      device.erasureWantedAt !== null && t('erasing'),
      t('contact', { ago: timeAgo(device.lastSeenAt, language) }),
      unsent === undefined
        ? device.reportedAt !== null && t('allSent')
        : t('notSentSince', { what: unsent, since: sinceWhen(device) }),
    ];
    return t('sentence', { name: device.name, told: told.filter(Boolean).join(', ') });
  };
  return { what, whatSince, line };
};
