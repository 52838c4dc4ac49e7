import { Button, Code, Drawer, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AuditEvent } from '#contract/audit.ts';
import { sayMoment } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { findAuditEvent } from '#portal/api/audit.ts';
import { Facts } from '#portal/frame/Facts.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useFrameWords } from '#portal/frame/words.ts';
import type { AuditSearch } from './audit-search.ts';
import { isKnown, wordOf } from './kinds.ts';
import { useAuditWords } from './words.ts';

/** Everything that is kept of one act. */
export const EventDrawer = ({
  id,
  known,
  onClose,
  onNarrow,
}: {
  id: string | undefined;
  /** What the list has of it already. */
  known: AuditEvent | undefined;
  onClose: () => void;
  onNarrow: (search: Partial<AuditSearch>) => void;
}) => {
  const t = useAuditWords();
  const frame = useFrameWords();
  const sought = useQuery({
    queryKey: ['audit-events', 'one', id],
    queryFn: () => findAuditEvent(id!),
    enabled: id !== undefined && known === undefined,
  });
  const event = known ?? sought.data ?? undefined;
  const title = event && (isKnown(event.kind) ? t(wordOf(event.kind)) : event.kind);
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      title={title ?? t('details')}
      closeButtonProps={{ 'aria-label': frame('close') }}
    >
      {sought.error && <ProblemNote problem={sought.error} />}
      {id !== undefined && sought.data === null && <Text size="sm">{t('noSuchEvent')}</Text>}
      {event && <EventContent event={event} onNarrow={onNarrow} />}
    </Drawer>
  );
};

const EventContent = ({
  event,
  onNarrow,
}: {
  event: AuditEvent;
  onNarrow: (search: Partial<AuditSearch>) => void;
}) => {
  const t = useAuditWords();
  const { targetType, targetId, targetName, details } = event;
  return (
    <Stack gap="md">
      <Facts
        facts={[
          [t('when'), sayMoment(event.happenedAt, currentLanguage())],
          [t('who'), event.actorName ?? (event.channel === 'http' ? t('nobodyKnown') : t('operator'))],
          [
            t('onWhat'),
            [targetType && t(targetType), targetName ?? targetId].filter(Boolean).join(': ') || '–',
          ],
          [t('client'), event.clientId ?? '–'],
          [t('channel'), event.channel],
          [t('network'), event.address ?? '–'],
          [t('agent'), event.agent ?? '–'],
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
          <Button variant="default" size="xs" onClick={() => onNarrow({ targetType, targetId })}>
            {t('onlyThis')}
          </Button>
        </Group>
      )}
    </Stack>
  );
};
