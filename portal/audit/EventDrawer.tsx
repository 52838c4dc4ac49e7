import { Button, Code, Drawer, Group, Stack, Text } from '@mantine/core';
import type { AuditEvent } from '#contract/audit.ts';
import { sayMoment } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { Facts } from '#portal/frame/Facts.tsx';
import { useFrameWords } from '#portal/frame/words.ts';
import type { AuditSearch } from './audit-search.ts';
import { isKnown, wordOf } from './kinds.ts';
import { useAuditWords } from './words.ts';

/** Everything that is kept of one act. */
export const EventDrawer = ({
  event,
  onClose,
  onNarrow,
}: {
  event: AuditEvent | undefined;
  onClose: () => void;
  onNarrow: (search: Partial<AuditSearch>) => void;
}) => {
  const t = useAuditWords();
  const frame = useFrameWords();
  const title = event && (isKnown(event.kind) ? t(wordOf(event.kind)) : event.kind);
  return (
    <Drawer
      opened={event !== undefined}
      onClose={onClose}
      position="right"
      title={title}
      closeButtonProps={{ 'aria-label': frame('close') }}
    >
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
