import { Group, Kbd, Modal, Table, Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { type Shortcut, useShortcut, useShortcuts } from './shortcuts.tsx';

type Props = { isOpen: boolean; onOpen: () => void; onClose: () => void };

export const ShortcutOverview = ({ isOpen, onOpen, onClose }: Props) => {
  const { t } = useTranslation('general');
  // If several shortcuts use the same keys, only the last one runs.
  const shortcuts = [...new Map(useShortcuts().map((shortcut) => [shortcut.keys, shortcut])).values()];
  useShortcut({ keys: '?', label: t('shortcuts'), scope: 'everywhere', run: onOpen });
  const groups = [
    { title: t('onThisPage'), shortcuts: shortcuts.filter(({ scope }) => scope === 'page') },
    { title: t('everywhere'), shortcuts: shortcuts.filter(({ scope }) => scope === 'everywhere') },
  ];
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('shortcuts')} size="lg">
      {groups
        .filter((group) => group.shortcuts.length > 0)
        .map((group) => (
          <Fragment key={group.title}>
            <Title order={3} size="h5" mt="sm">
              {group.title}
            </Title>
            <ShortcutTable shortcuts={group.shortcuts} />
          </Fragment>
        ))}
    </Modal>
  );
};

const ShortcutTable = ({ shortcuts }: { shortcuts: readonly Shortcut[] }) => {
  const { t } = useTranslation('general');
  return (
    <Table>
      <Table.Tbody>
        {shortcuts.map(({ keys, label }) => (
          <Table.Tr key={keys}>
            <Table.Td>{label}</Table.Td>
            <Table.Td>
              <Group gap={4} justify="flex-end">
                {keys.split(' ').map((key, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a key may occur twice, and the list never changes
                  <Fragment key={`${index} ${key}`}>
                    {index > 0 && (
                      <Text size="xs" c="dimmed">
                        {t('thenKey')}
                      </Text>
                    )}
                    <Kbd>{key.replace('mod+', `${t('controlKey')} `).toUpperCase()}</Kbd>
                  </Fragment>
                ))}
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};
