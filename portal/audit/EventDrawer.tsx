import { Button, Code, Drawer, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '#contract/audit.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { findAuditEvent } from '#portal/api/audit.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { DescriptionList } from '#portal/ui/DescriptionList.tsx';
import type { AuditSearch } from './audit-search.ts';
import { formatKind } from './kinds.ts';

type EventDrawerProps = {
  id: string | undefined;
  loadedEvent: AuditEvent | undefined;
  onClose: () => void;
  onFilter: (search: Partial<AuditSearch>) => void;
};

export const EventDrawer = ({ id, loadedEvent, onClose, onFilter }: EventDrawerProps) => {
  const { t } = useTranslation('audit');
  const eventQuery = useQuery({
    queryKey: ['audit-events', 'one', id],
    queryFn: () => findAuditEvent(id!),
    enabled: id !== undefined && loadedEvent === undefined,
  });
  const event = loadedEvent ?? eventQuery.data ?? undefined;
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      title={event ? formatKind(event, t) : t('details')}
    >
      {eventQuery.error && <ProblemNote problem={eventQuery.error} />}
      {id !== undefined && eventQuery.data === null && <Text size="sm">{t('noSuchEvent')}</Text>}
      {event && <EventContent event={event} onFilter={onFilter} />}
    </Drawer>
  );
};

type EventContentProps = { event: AuditEvent; onFilter: (search: Partial<AuditSearch>) => void };

const EventContent = ({ event, onFilter }: EventContentProps) => {
  const { t } = useTranslation('audit');
  const { targetType, targetId, targetName, details } = event;
  return (
    <Stack gap="md">
      <DescriptionList
        entries={[
          [t('when'), formatDateTime(event.occurredAt)],
          [t('doneBy'), event.actorName ?? (event.channel === 'http' ? t('unknown') : t('operator'))],
          [
            t('target'),
            [targetType && t(targetType), targetName ?? targetId].filter(Boolean).join(': ') || '–',
          ],
          [t('client'), event.clientId ?? '–'],
          [t('channel'), t(`channel.${event.channel}`)],
          [t('network'), event.ipAddress ?? '–'],
          [t('agent'), event.userAgent ?? '–'],
          [t('request'), event.requestId ?? '–'],
        ]}
      />
      {Object.keys(details).length > 0 && (
        <div>
          <Text size="sm" fw={500} mb={4}>
            {t('details')}
          </Text>
          <Code block tabIndex={0}>
            {JSON.stringify(details, null, 2)}
          </Code>
        </div>
      )}
      {targetType !== null && targetId !== null && (
        <Group>
          <Button variant="default" size="xs" onClick={() => onFilter({ targetType, targetId })}>
            {t('onlyThis')}
          </Button>
        </Group>
      )}
    </Stack>
  );
};
