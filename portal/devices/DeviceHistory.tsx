import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '#contract/audit.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { useUnsentDataFormatter } from './device-events.ts';

const EVENT_KINDS = [
  'device.added',
  'device.signed-out',
  'device.erasure-requested',
  'device.erased',
] as const;

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
  const unsentData = useUnsentDataFormatter()(event);
  const kind = EVENT_KINDS.find((name) => name === event.kind);
  return (
    <div>
      <Text size="sm">{kind ? t(kind) : event.kind}</Text>
      <DimmedText size="xs">
        {[formatDateTime(event.occurredAt), event.actorName].filter(Boolean).join(' · ')}
      </DimmedText>
      {unsentData !== undefined && (
        <DimmedText size="xs">{t('unsentAtEvent', { data: unsentData })}</DimmedText>
      )}
    </div>
  );
};
