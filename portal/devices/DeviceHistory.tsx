import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '#contract/audit.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { currentLanguage } from '#kit/language.ts';
import { useUnsentThen } from './ending.ts';

const KINDS = ['device.added', 'device.signed-out', 'device.erasure-requested', 'device.erased'] as const;

/** The history of a device, also of a signed-out one, the latest event first. */
export const DeviceHistory = ({ events }: { events: readonly AuditEvent[] }) => {
  const { t } = useTranslation('devices');
  return (
    <Stack gap="xs" component="section" aria-label={t('history')}>
      <Title order={2}>{t('history')}</Title>
      {events.map((event) => (
        <DeviceEvent key={event.id} event={event} />
      ))}
    </Stack>
  );
};

const DeviceEvent = ({ event }: { event: AuditEvent }) => {
  const { t } = useTranslation('devices');
  const left = useUnsentThen()(event);
  const kind = KINDS.find((known) => known === event.kind);
  const kindText = kind && t(kind as 'device.added');
  return (
    <div>
      <Text size="sm">{kindText ?? event.kind}</Text>
      <Text size="xs" c="dimmed">
        {[formatDateTime(event.occurredAt, currentLanguage()), event.actorName].filter(Boolean).join(' · ')}
      </Text>
      {left !== undefined && (
        <Text size="xs" c="dimmed">
          {t('leftOn', { what: left })}
        </Text>
      )}
    </div>
  );
};
