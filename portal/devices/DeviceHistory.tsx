import { Stack, Text, Title } from '@mantine/core';
import type { AuditEvent } from '#contract/audit.ts';
import { sayMoment } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { useUnsentThen } from './ending.ts';
import { useDevicesWords } from './words.ts';

const KINDS = ['device.added', 'device.ended', 'device.erasure-wanted', 'device.erased'] as const;

/** What became of a device, also of one that is no more: the last act first. */
export const DeviceHistory = ({ events }: { events: readonly AuditEvent[] }) => {
  const t = useDevicesWords();
  return (
    <Stack gap="xs" component="section" aria-label={t('history')}>
      <Title order={2}>{t('history')}</Title>
      {events.map((event) => (
        <Act key={event.id} event={event} />
      ))}
    </Stack>
  );
};

const Act = ({ event }: { event: AuditEvent }) => {
  const t = useDevicesWords();
  const left = useUnsentThen()(event);
  const kind = KINDS.find((known) => known === event.kind);
  // A dot in the name of a word would be taken for a step into it.
  const said = kind && t(kind.replace('.', '/') as 'device/added');
  return (
    <div>
      <Text size="sm">{said ?? event.kind}</Text>
      <Text size="xs" c="dimmed">
        {[sayMoment(event.happenedAt, currentLanguage()), event.actorName].filter(Boolean).join(' · ')}
      </Text>
      {left !== undefined && (
        <Text size="xs" c="dimmed">
          {t('leftOn', { what: left })}
        </Text>
      )}
    </div>
  );
};
